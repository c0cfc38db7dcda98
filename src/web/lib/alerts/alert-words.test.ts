import { expect, test } from 'vitest';
import type { AlertFacts } from '../../../core/alerts/alert-facts.ts';
import { texts as labels } from '../market/price-label-texts.ts';
import { alertWords } from './alert-words.ts';
import { messageTexts as alerts } from './message-texts.ts';

const TEXTS = { alerts, labels, locale: 'en-GB' };
const NOW_MS = Date.UTC(2026, 10, 18, 9, 32);
/** In the reader's own time zone. */
const END_MS = new Date(2026, 10, 18, 9, 32).getTime();
const CARD = {
  pair: 'EUR/USD',
  direction: 'CALL',
  timeframe: '1min',
  confidence: 51.25,
  label: null,
} as const;
const ID = '11111111-2222-4333-8444-555555555555';
const SIGNAL = { ...CARD, type: 'signal.recorded', signal: ID, needed: 100 / 1.8, startMs: NOW_MS } as const;

test.each<[AlertFacts, string, string | undefined]>([
  [SIGNAL, 'EUR/USD CALL, 1min', '51.3% measured, you need 55.6%'],
  [{ ...CARD, type: 'signal.settled', signal: ID, outcome: 'won' }, 'EUR/USD CALL, 1min: won', undefined],
  [{ ...CARD, type: 'signal.settled', signal: ID, outcome: 'lost' }, 'EUR/USD CALL, 1min: lost', undefined],
  [
    { ...CARD, type: 'signal.settled', signal: ID, outcome: 'unchanged' },
    'EUR/USD CALL, 1min: unchanged, stakes are refunded',
    undefined,
  ],
  [
    { ...CARD, type: 'signal.settled', signal: ID, outcome: 'void' },
    'EUR/USD CALL, 1min: void, it has no outcome',
    undefined,
  ],
  [{ type: 'feed.lost', label: null }, 'Prices have stopped', 'There are no signals until prices are back.'],
  [{ type: 'feed.back', label: null }, 'Prices are back', undefined],
  [{ type: 'market.open', label: null }, 'The market is open', undefined],
  [
    { type: 'session.end', endsMs: END_MS, isIdle: false, label: null },
    'Your session ends at 09:32',
    'Alerts to this device end with it.',
  ],
  [
    { type: 'session.end', endsMs: END_MS, isIdle: true, label: null },
    'Your session ends at 09:32',
    'Alerts to this device end with it. Open the app before then to keep both.',
  ],
  [
    { type: 'record.verdict', verdict: 'too-few', payout: 0.8, label: null },
    'The verdict on the record has changed',
    'At a payout of 80%: too few signals to judge.',
  ],
  [
    { type: 'record.verdict', verdict: 'no-edge', payout: 0.8, label: null },
    'The verdict on the record has changed',
    'At a payout of 80%: no edge is shown.',
  ],
  [
    { type: 'bot.abstained', pair: 'EUR/USD', timeframe: '30s', label: null },
    'P-\u2060BOT: no signal for EUR/USD, 30s',
    undefined,
  ],
  [
    { ...CARD, type: 'bot.drawn', pair: 'EUR/USD (OTC)', confidence: 91 },
    'EUR/USD (OTC) CALL, 1min',
    '91%, simulated. Drawn at random. Not market analysis.',
  ],
  [
    { ...SIGNAL, label: 'synthetic' },
    '[Synthetic prices] EUR/USD CALL, 1min',
    '51.3% measured, you need 55.6%',
  ],
])('an alert says what the card says: %j', (facts, title, body) => {
  expect(alertWords(facts, TEXTS)).toEqual({ title, body });
});

test('a signal that has started says how long ago, where it is shown and not where it is read later', () => {
  const bodyAt = (ms?: number) => alertWords(SIGNAL, TEXTS, ms).body;
  expect(bodyAt(NOW_MS + 999)).toBe('51.3% measured, you need 55.6%');
  expect(bodyAt(NOW_MS + 3_999)).toBe('51.3% measured, you need 55.6%. Started 3 s ago.');
  expect(bodyAt()).toBe('51.3% measured, you need 55.6%');
});

test('figures are those of the language', () => {
  expect(alertWords(SIGNAL, { ...TEXTS, locale: 'pt-BR' }).body).toBe('51,3% measured, you need 55,6%');
});
