import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import type { RecordSummary } from '../../../src/core/wire/record.ts';
import { summaryOfSignals, wonBut } from '../../support/fake-record.ts';

/** A record of so many signals, as this server would sum them up, in the place of the running one's figures. */
export async function withSignals(context: BrowserContext, settled: number): Promise<void> {
  const summary = summaryOfSignals(wonBut(settled, 2), (index) => ({
    mode: settled >= 100 && index % 3 === 0 ? 'bot' : 'special',
    confidence: 50.2 + (index % 40) / 10,
    pair: SCORED_PAIRS[index % SCORED_PAIRS.length] ?? 'EUR/USD',
    enteredLate: index % 20 < 9 ? 'won' : 'lost',
  }));
  const { ledger, engine } = (await (
    await fetch(`${inject('marketUrl')}/api/record`)
  ).json()) as RecordSummary;
  const body = { ...summary, ledger, engine, choices: [{ ...summary.choices[0], ledger, engine }] };
  await context.route('**/api/record', (route) => route.fulfill({ json: body }));
}
