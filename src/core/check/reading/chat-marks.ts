/** What circles and dashes mean in a chat, where each by itself leaves it open. */
import { type Clause, circleOf } from './clauses.ts';
import type { Line } from './message-lines.ts';
import type { Asker } from './questions.ts';

export interface MarkMeanings {
  /** A message of a circle alone says an outcome, not a side. */
  readonly circlesAreOutcomes: boolean;
  /** What the circles beside signals show, where these have no other outcome. */
  readonly circlesBeside: 'outcome' | 'candle' | 'side';
  /** What a dash says: where nothing else says that a trade was lost, it may. */
  readonly tieMarks: 'tied' | 'lost';
}

/** The circles and dashes of a chat, collected line by line. */
export class ChatMarks {
  readonly #alone: string[] = [];
  readonly #beside: string[] = [];
  readonly #ties: string[] = [];
  #uncircled = 0;
  #againstSide = 0;
  #hasLost = false;

  note(line: Line, isWholeMessage: boolean): void {
    const { clauses, side, text } = line;
    if (clauses.some(({ outcome, isSum }) => outcome === 'lost' && !isSum)) this.#hasLost = true;
    if (clauses.some(isTieMark)) this.#ties.push(text);
    const isCircled = clauses.some(({ hasOnlyCircles, unknown }) => hasOnlyCircles && unknown === 0);
    if (isCircled && side !== null) {
      this.#beside.push(text);
      if ((side === 'CALL') !== (circleOf(text) === 'won')) this.#againstSide += 1;
    } else if (isCircled && (isWholeMessage || circleOf(text) === 'tied')) this.#alone.push(text);
    else if (line.opens && side !== null) this.#uncircled += 1;
  }

  /** What the marks mean; asks where that is open. Where marks or words say outcomes, circles beside signals say none. */
  ask(hasOutcomesAlone: boolean, hasMarkedSignals: boolean, asker: Asker): MarkMeanings {
    const [alone, beside, ties] = [this.#alone, this.#beside, this.#ties];
    const areAlone = alone.length > 0;
    // Where circles and sides differ, circles show no sides.
    const mayShowEnds = this.#againstSide > 0 && this.#uncircled < beside.length;
    const mayBeEnds = !areAlone && !hasOutcomesAlone && !hasMarkedSignals && mayShowEnds;
    return {
      circlesAreOutcomes:
        areAlone &&
        ((!hasOutcomesAlone && beside.length === 0) ||
          asker.ask('circles', ['side', 'outcome'], alone) === 'outcome'),
      tieMarks: ties.length === 0 || this.#hasLost ? 'tied' : asker.ask('tie-marks', ['lost', 'tied'], ties),
      circlesBeside: mayBeEnds ? asker.ask('circles', ['candle', 'outcome', 'side'], beside) : 'side',
    };
  }
}

/** A line with what its marks mean in this chat: beside a signal a green circle may be a candle, which wins a CALL. */
export function withMeanings(line: Line, { circlesBeside, tieMarks }: MarkMeanings): Line {
  const { side } = line;
  const clauses = line.clauses.map((clause): Clause => {
    if (isTieMark(clause)) return { ...clause, outcome: tieMarks, marks: [tieMarks] };
    const circle = circlesBeside === 'side' || side === null ? undefined : circleOf(clause.text);
    if (circle === undefined || !clause.hasOnlyCircles) return clause;
    const isOther = circlesBeside === 'candle' && side === 'PUT' && circle !== 'tied';
    return { ...clause, outcome: isOther ? (circle === 'won' ? 'lost' : 'won') : circle };
  });
  const isEnded = clauses.some(({ hasOnlyCircles, outcome }) => hasOnlyCircles && outcome !== undefined);
  return { ...line, clauses, isWhole: line.isWhole || (line.pair !== null && isEnded) };
}

/** A dash or an arrow, which is a tie beside other marks of outcomes. */
function isTieMark({ outcome, marks, hasResultWord }: Clause): boolean {
  return outcome === 'tied' && marks[0] === 'tied' && !hasResultWord;
}
