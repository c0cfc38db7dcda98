import { printable } from '../../platform/printable.ts';

/**
 * A log entry (a line of JSON) as a short line for a person, what strangers sent written out where it could steer the terminal;
 * text that is no entry stays as it is.
 */
export function terminalLine(entry: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(entry) as Record<string, unknown>;
  } catch {
    return entry;
  }
  const { level, time, msg, err, ...rest } = fields;
  const clock = new Date(String(time)).toLocaleTimeString('en-GB');
  const details = Object.entries(rest)
    .filter(([name]) => name !== 'reqId' || level !== 'info')
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const line = [clock, level === 'info' ? '' : String(level).toUpperCase(), msg, ...details];
  const stack = isRecord(err) ? String(err.stack ?? err.message).split('\n') : [];
  return [line.filter(Boolean).join(' '), ...stack].map((each) => `${printable(each)}\n`).join('');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
