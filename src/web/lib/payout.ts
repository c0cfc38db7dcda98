import { type ChangeEvent, useState } from 'react';
import { storeChoice, storedChoice } from './stored-choice.ts';
import { once } from './once.ts';
import { createStore, type OwnStore, useStore } from './store.ts';
import { texts } from './texts.ts';
import { plainDigits } from './typed-digits.ts';

/** What a won stake pays at most brokers of such contracts, in percent. */
const USUAL_PAYOUT_PERCENT = 80;
const STORAGE_KEY = 'pipcast.payout';

const payoutPercent: () => OwnStore<number> = once(() =>
  createStore(parsePayout(storedChoice(STORAGE_KEY) ?? '') ?? USUAL_PAYOUT_PERCENT),
);

/** Parses a payout in percent; undefined unless it is a number from 1 to 100. */
export function parsePayout(text: string): number | undefined {
  const trimmed = plainDigits(text).trim().replace(/\s*%$/, '');
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(trimmed)) return undefined;
  const value = Number(trimmed.replace(',', '.'));
  return value >= 1 && value <= 100 ? value : undefined;
}

/** Remembers the reader's payout in this browser; the screens that show it follow. */
export function setPayout(percent: number): void {
  storeChoice(STORAGE_KEY, String(percent));
  payoutPercent().set(percent);
}

/** The reader's payout in percent, 80 unless another was set; the component renders again when it changes. */
export function usePayout(): number {
  return useStore(payoutPercent());
}

/** The state of a payout field under editing; each valid payout is stored at once. */
export function usePayoutInput() {
  const percent = usePayout();
  const [text, setText] = useState<string>();
  return {
    percent,
    /** What is no payout changes nothing, and is discarded when the field is left. */
    problem: text !== undefined && parsePayout(text) === undefined ? texts.payoutProblem : undefined,
    inputProps: {
      inputMode: 'decimal' as const,
      autoComplete: 'off',
      value: text ?? String(percent),
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        setText(target.value);
        const typed = parsePayout(target.value);
        if (typed !== undefined) setPayout(typed);
      },
      onBlur: () => setText(undefined),
    },
  };
}
