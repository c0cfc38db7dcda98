import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const COMMAND = new URL('../dist/operator/main.js', import.meta.url).href;

/**
 * The most memory that an operator's command holds, in MiB, with Node itself. Linux counts what a process held from its own start; what
 * it calls `maxRSS` begins with what the parent held.
 */
export async function peakMegabytes(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  const script = `import { readFileSync } from 'node:fs';
    process.argv.splice(1, 0, 'pipcast');
    process.on('exit', () => {
      const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
      console.error('peak', /^VmHWM:\\s*(\\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
    });
    await import(${JSON.stringify(COMMAND)});`;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script, ...args],
    { encoding: 'utf8', env: { ...process.env, ...settings }, maxBuffer: 1e8 },
  );
  const kilobytes = /^peak (\d+)$/m.exec(stderr)?.[1];
  if (kilobytes === undefined) throw new Error(`the command said no peak: ${stderr}`);
  return Number(kilobytes) / 1_024;
}
