/** How cells of tables of track records are written: outcomes, numbers, amounts, days and times. */
import { MONTHS } from './made-table-languages.ts';

export const MARKS = [
  ['✅', '❌', '➖'],
  ['W', 'L', 'T'],
  ['WIN', 'LOSS', 'TIE'],
  ['ITM', 'OTM', 'ATM'],
  ['1', '0', ''],
  ['W', 'L', 'BE'],
  ['1', '-1', '0'],
  ['Win', 'Loss', 'Breakeven'],
  ['🟢', '🔴', '⚪'],
  ['won', 'lost', 'push'],
  ['+', '-', '0'],
] as const;

/** Groups of two digits before the last three. */
const LAKH = ',,';

export function withGroups(whole: string, group: string): string {
  return group === LAKH
    ? whole.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',')
    : whole.replace(/\B(?=(\d{3})+$)/g, group);
}

/** How numbers are grouped and where their decimals begin. */
export const NUMBERS: readonly (readonly [group: string, decimal: string])[] = [
  ['', '.'],
  [',', '.'],
  ['.', ','],
  ['\u00a0', ','],
  ['’', '.'],
  ['', ','],
  ["'", ','],
  ['\u202f', ','],
  [LAKH, '.'],
];
export const LOSSES = ['-#', '-#', '-#', '−#', '(#)', '#-'] as const;
export const MONEY = ['#', '#', '#', '$#', '# €', '# USD', 'R$ #', '₹#', '# ₽', '€ #', '#$'] as const;

/** The days and times of day of an instant in a form; one text where both stand together. */
export type Stamp = (ms: number, language: string) => readonly [day: string, clock: string, whole?: string];
const parts = (ms: number) => {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = new Date(ms)
    .toISOString()
    .split(/[-T:.Z]/);
  return { year, month, day, hour, minute, second, clock: `${hour}:${minute}:${second}` };
};
const half = (ms: number, [am, pm]: readonly [string, string]): string => {
  const { hour, minute, second } = parts(ms);
  return `${Number(hour) % 12 || 12}:${minute}:${second} ${Number(hour) < 12 ? am : pm}`;
};
const joined =
  (write: (of: ReturnType<typeof parts>) => string): Stamp =>
  (ms) => [write(parts(ms)), parts(ms).clock];
export const STAMPS: Readonly<Record<string, Stamp>> = {
  iso: joined(({ year, month, day }) => `${year}-${month}-${day}`),
  zulu: (ms) => [parts(ms).year, '', new Date(ms).toISOString().slice(0, 19).concat('Z')],
  ahead: (ms) => [parts(ms).year, '', new Date(ms + 10_800_000).toISOString().slice(0, 19).concat('+03:00')],
  dots: joined(({ year, month, day }) => `${year}.${month}.${day}`),
  day: joined(({ year, month, day }) => `${day}/${month}/${year}`),
  german: joined(({ year, month, day }) => `${day}.${month}.${year}`),
  short: joined(({ year, month, day }) => `${day}.${month}.${year.slice(2)}`),
  dashes: joined(({ year, month, day }) => `${day}-${month}-${year}`),
  us: (ms) => {
    const { year, month, day } = parts(ms);
    return [`${Number(month)}/${Number(day)}/${year}`, half(ms, ['AM', 'PM'])];
  },
  arabic: (ms) => {
    const { year, month, day } = parts(ms);
    return [`${day}/${month}/${year}`, half(ms, ['ص', 'م'])];
  },
  named: (ms, language) => {
    const { year, month, day, clock } = parts(ms);
    const names = (MONTHS[language] ?? (MONTHS['en'] as string)).split(',');
    return [`${Number(day)} ${names[Number(month) - 1]} ${year}`, clock];
  },
  american: (ms) => {
    const { year, month, day, clock } = parts(ms);
    return [`${(MONTHS['en'] as string).split(',')[Number(month) - 1]} ${Number(day)}, ${year}`, clock];
  },
  epoch: (ms) => ['', '', String(ms / 1_000)],
  millis: (ms) => ['', '', String(ms)],
  serial: (ms) => ['', '', (ms / 86_400_000 + 25_569).toFixed(6)],
  compact: (ms) => {
    const { year, month, day, hour, minute, second } = parts(ms);
    return [`${year}${month}${day}`, parts(ms).clock, `${year}${month}${day};${hour}${minute}${second}`];
  },
};
