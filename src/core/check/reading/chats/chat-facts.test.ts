import { expect, it } from 'vitest';
import { askFacts } from './chat-facts.ts';
import { type Part, partOf } from './message-parts.ts';
import { Asker } from '../questions.ts';

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
