/** Outcomes of a chat that the prices in its messages deny. */
import { refill } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import type { End } from './chat-signals.ts';
import type { Asker } from '../questions.ts';
import { IN_PARTS, STOP_MOVED } from '../words/clauses.ts';

/** No time of day, and no distance. */
const PRICE = '(\\d{1,6}(?:[.,]\\d{1,6})?)(?![\\d%:]|[.,]\\d|\\s?\\p{L}*(?:pip|point|pts|usd))';
const priceBehind = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])[^\\d\\n+]{0,16}${PRICE}`, 'giu');
const ENTRY_PRICE = priceBehind(
  'entry|entered|entrada|open|opened|opening|strike|giriş|masuk|buka|вход\\p{L}*|открыт\\p{L}*|abertura|apertura|entrée|ouverture|einstieg|vào lệnh|giá vào',
);
const EXIT_PRICE = priceBehind(
  'exit|exited|close|closed|closing|saída|saida|salida|fechamento|cierre|çıkış|kapanış|keluar|tutup|выход\\p{L}*|закрыт\\p{L}*|sortie|clôture|ausstieg|uscita|đóng|giá ra',
);

/** The one price that a text names so; null where it names none or several. */
function onlyPrice(named: RegExp, text: string): number | null {
  const found = [...text.matchAll(named)];
  return found.length === 1 ? Number((found[0] as RegExpExecArray)[1]?.replace(',', '.')) : null;
}

const MOST_BETWEEN = 20;

/** The last messages between a signal and its end. */
export function textsBetween(
  { signal, at }: Pick<End, 'signal' | 'at'>,
  textAt: (at: number) => string,
): readonly string[] {
  const length = Math.min(MOST_BETWEEN, Math.max(0, at - (signal?.at ?? at) - 1));
  return Array.from({ length }, (_, back) => textAt(at - 1 - back));
}

/** "SL hit +10 pips": it was trailed. */
const GAINED = /\+\s?\p{Sc}?\d/u;

/** The outcomes that their own prices, or a stop that was moved before, deny, each with what these say. */
function deniedEnds(ends: readonly End[], textAt: (at: number) => string): ReadonlyMap<End, TradeOutcome> {
  const denied = new Map<End, TradeOutcome>();
  for (const end of ends) {
    const { signal, outcome, clause, at } = end;
    const between = outcome === 'won' ? [] : textsBetween(end, textAt);
    // A stop at the entry costs nothing.
    if (outcome === 'lost' && clause.isStop && between.some((text) => STOP_MOVED.test(text)))
      denied.set(end, 'tied');
    if (between.some((text) => IN_PARTS.test(text))) denied.set(end, 'won');
    if (outcome === 'lost' && clause.isStop && GAINED.test(clause.text)) denied.set(end, 'won');
    if (outcome === 'won' && (clause.pips ?? 0) < 0) denied.set(end, 'lost');
    // The stakes after the first have an entry of their own.
    if (signal?.side == null || (clause.gales ?? clause.step ?? 0) !== 0) continue;
    const from = onlyPrice(ENTRY_PRICE, textAt(signal.at)) ?? signal.entryPrice;
    const to = onlyPrice(EXIT_PRICE, textAt(at));
    if (from === null || to === null || to > from * 2 || to < from / 2) continue;
    const gained = signal.side === 'CALL' ? to - from : from - to;
    const said = gained > 0 ? 'won' : gained < 0 ? 'lost' : 'tied';
    if (said !== outcome) denied.set(end, said);
  }
  return denied;
}

/** Asks about outcomes that their own prices deny, and changes or leaves them out in the list itself. */
export function askDenied(ends: End[], textAt: (at: number) => string, asker: Asker): void {
  const denied = deniedEnds(ends, textAt);
  if (denied.size === 0) return;
  const texts = [...denied.keys()].map(({ at }) => textAt(at));
  const answer = asker.ask('doubtful-outcomes', ['count', 'other', 'leave-out'], texts);
  if (answer === 'count') return;
  const kept = ends.flatMap((end) => {
    const said = denied.get(end);
    return said === undefined ? end : answer === 'other' ? { ...end, outcome: said } : [];
  });
  refill(ends, kept);
}
