import { type Layout, RIGHT, WON } from './layout.ts';

type RowOf = (at: number, won: boolean) => readonly (string | number)[];
export const table = (heading: string, row: RowOf, delimiter = ','): string =>
  [heading, ...WON.map((won, at) => row(at, won).join(delimiter))].join('\n');

export const plain = (name: string, text: string, payout?: number): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  ...(payout === undefined ? {} : { payout }),
});
export const hard = (name: string, text: string, payout?: number): Layout => ({
  name,
  text,
  counts: RIGHT,
  ...(payout === undefined ? {} : { payout }),
});
export const asks = (name: string, text: string, code: string): Layout => ({ name, text, asks: code });
