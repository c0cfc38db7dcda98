import { expect, it } from 'vitest';
import { askFacts } from './chat-facts.ts';
import { type Part, partOf } from './message-parts.ts';
import { Asker } from '../questions.ts';

const parts = (...texts: readonly string[]): readonly Part[] =>
  texts.map((text, at) => partOf({ time: '2026-03-02', text }, at, null));
const LIST = ['EURUSD 10:00 PUT ✅', 'GBPUSD 10:15 CALL ✅', 'USDJPY 10:30 CALL ❌'];

it.each([
  ['most marks, of both kinds', false, [LIST.join('\n'), 'WIN ✅']],
  ['no more marks than outcomes', true, [LIST.join('\n'), 'WIN ✅', 'LOSS ❌', 'WIN ✅']],
  ['marks of one kind', true, [LIST.slice(0, 2).join('\n'), 'WIN ✅']],
  [
    'marks that may be sides',
    true,
    ['EURUSD 10:00 CALL ✅\nGBPUSD 10:15 CALL ✅\nUSDJPY 10:30 PUT ❌', 'WIN ✅'],
  ],
])('asks whether %s beside signals are outcomes: %s', (_marks, isAsked, texts) => {
  const asker = new Asker({});
  askFacts(parts(...texts), asker);
  expect(asker.open.map(({ code }) => code).includes('marked-signals')).toBe(isAsked);
});

function* promised(count: number): Generator<Part> {
  const signal = partOf({ time: '', text: 'EURUSD CALL 1 MIN\n90% sure WIN ✅' }, 0, null);
  const [first, second] = signal.lines as [Part['lines'][0], Part['lines'][0]];
  for (let at = 0; at < count; at += 1) yield { ...signal, at, lines: [{ ...first, text: `${at}` }, second] };
  yield partOf({ time: '', text: 'WIN ✅' }, count, null);
}

it('goes through 300,000 signals that each promise a win', () => {
  const asker = new Asker({});
  expect(askFacts(promised(300_000), asker).besideDecorate).toBe(true);
  expect(asker.open).toMatchObject([{ code: 'marked-signals', count: 300_000 }]);
});
