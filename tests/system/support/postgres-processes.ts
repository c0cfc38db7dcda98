import { spawnSync } from 'node:child_process';

/** PostgreSQL's main process and its children, as far as they run now. They do not share a process group. */
function postgresProcesses(postmaster: number): number[] {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout;
  const children = listed
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid]) => pid ?? 0);
  return [postmaster, ...children];
}

/** Sends a signal to all of them, the main process first. */
export function signalPostgres(postmaster: number, signal: NodeJS.Signals): void {
  for (const pid of postgresProcesses(postmaster)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile, which is what was wanted or makes no difference.
    }
  }
}

/** The one of its children that calls itself so, such as `checkpointer`. */
export function postgresProcess(postmaster: number, name: string): number {
  const children = postgresProcesses(postmaster).slice(1);
  const listed = spawnSync('ps', ['-o', 'pid=,args=', '-p', children.join(',')], { encoding: 'utf8' }).stdout;
  const found = listed.split('\n').find((line) => line.includes(`postgres: ${name}`));
  if (found === undefined) throw new Error(`PostgreSQL has no ${name}`);
  return Number.parseInt(found, 10);
}
