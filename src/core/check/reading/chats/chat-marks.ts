/** What circles and dashes mean in a chat, where each by itself leaves it open. */
import { type Clause, circleOf } from '../words/clauses.ts';
import type { Line } from './message-lines.ts';
import type { Asker } from '../questions.ts';

export interface MarkMeanings {
  /** A message of a circle alone says an outcome, not a side. */
  readonly circlesAreOutcomes: boolean;
  /** What the circles beside signals show, where these have no other outcome. */
  readonly circlesBeside: 'outcome' | 'candle' | 'side';
  /** What a dash says: where nothing else says that a trade was lost, it may. */
  readonly tieMarks: 'tied' | 'lost';
  /** Signals that are messages of their own bear marks of outcomes, and some of them a circle in their place. */
  readonly circlesAmongMarks: boolean;
  /** Where other signals of a list bear marks of outcomes, green and red circles are outcomes too. */
  readonly listedCircles: boolean;
}

/** What a message is in the course of a chat: a signal, what may be one, a certain outcome, another one, or neither. */
export type StepKind = 'signal' | 'side' | 'sure' | 'unsure' | '';

/** The circles and dashes of a chat, collected line by line. */
export class ChatMarks {
  readonly #alone: string[] = [];
  readonly #beside: string[] = [];
  readonly #ties: string[] = [];
  /** Signals with a circle that are messages of their own, and those in lists of which others bear marks. */
  readonly #circled: string[] = [];
  readonly #listed: string[] = [];
  #markedAlone = 0;
  #uncircled = 0;
  #againstSide = 0;
  #hasLost = false;
  /** The signals since the last certain outcome, and the place of a white circle behind the only one of them: beside an outcome of its own it says that the trade runs. */
  #opened = 0;
  #running: number | undefined;

  /** Collects those of a message. */
  note(lines: readonly Line[], kind: StepKind): void {
    if (kind === 'sure' && this.#running !== undefined) this.#alone.splice(this.#running, 1);
    if (kind === 'sure' || kind === 'signal') this.#running = undefined;
    this.#opened = kind === 'sure' ? 0 : this.#opened + (kind === 'signal' ? 1 : 0);
    const isWholeMessage = lines.length === 1;
    const hasMarked = lines.some(isMarked);
    if (isWholeMessage && hasMarked) this.#markedAlone += 1;
    for (const line of lines) {
      const { clauses, side, text } = line;
      if (isCircledSignal(line) && isWholeMessage) this.#circled.push(text);
      else if (isCircledSignal(line) && hasMarked) this.#listed.push(text);
      if (clauses.some(({ outcome, isSum }) => outcome === 'lost' && !isSum)) this.#hasLost = true;
      if (clauses.some(isTieMark)) this.#ties.push(text);
      const isCircled = clauses.some(isCircle);
      if (isCircled && side !== null) {
        this.#beside.push(text);
        if ((side === 'CALL') !== (circleOf(text) === 'won')) this.#againstSide += 1;
      } else if (isCircled && (isWholeMessage || circleOf(text) === 'tied')) {
        if (isWholeMessage && circleOf(text) === 'tied' && this.#opened === 1)
          this.#running = this.#alone.length;
        this.#alone.push(text);
      } else if (line.opens && side !== null) this.#uncircled += 1;
    }
  }

  /** What the marks mean; asks where that is open. Where marks or words say outcomes, circles beside signals say none. */
  ask(hasOutcomesAlone: boolean, hasMarkedSignals: boolean, asker: Asker): MarkMeanings {
    // As many circles as marks may be of the same signals before their ends.
    const circlesAmongMarks = !hasOutcomesAlone && this.#circled.length < this.#markedAlone;
    const listed = [...this.#listed, ...(circlesAmongMarks ? this.#circled : [])];
    const textsOf = (areTies: boolean): string[] =>
      listed.filter((text) => (circleOf(text) === 'tied') === areTies);
    const [alone, beside, ties] = [this.#alone, this.#beside, [...this.#ties, ...textsOf(true)]];
    const [areAlone, areOpen] = [alone.length > 0, hasOutcomesAlone || beside.length > 0];
    const asked = [...(areOpen ? alone : []), ...textsOf(false)];
    const areOutcomes = asked.length > 0 && asker.ask('circles', ['side', 'outcome'], asked) === 'outcome';
    // Where circles and sides differ, circles show no sides.
    const mayShowEnds = this.#againstSide > 0 && this.#uncircled < beside.length && listed.length === 0;
    const mayBeEnds = !areAlone && !hasOutcomesAlone && !hasMarkedSignals && mayShowEnds;
    return {
      circlesAmongMarks,
      listedCircles: areOutcomes,
      circlesAreOutcomes: areAlone && (!areOpen || areOutcomes),
      tieMarks: ties.length === 0 || this.#hasLost ? 'tied' : asker.ask('tie-marks', ['lost', 'tied'], ties),
      circlesBeside: mayBeEnds ? asker.ask('circles', ['candle', 'outcome', 'side'], beside) : 'side',
    };
  }
}

/** The lines of a message with what their marks mean in this chat: beside a signal a green circle may be a candle, which wins a CALL. */
export function withMeanings(lines: readonly Line[], meanings: MarkMeanings): readonly Line[] {
  const { circlesBeside, tieMarks, circlesAmongMarks, listedCircles } = meanings;
  const isList = lines.length === 1 ? circlesAmongMarks : lines.some(isMarked);
  if (circlesBeside === 'side' && tieMarks === 'tied' && !isList) return lines;
  return lines.map((line) => {
    const { side } = line;
    const among = isList && isCircledSignal(line) ? circleOf(line.text) : undefined;
    const isTie = among === 'tied';
    const clauses = line.clauses.map((clause): Clause => {
      if (isTieMark(clause) || (isTie && clause.hasOnlyCircles))
        return { ...clause, outcome: tieMarks, marks: [tieMarks] };
      const isEnd = circlesBeside !== 'side' || (among !== undefined && listedCircles);
      const circle = !isEnd || side === null ? undefined : circleOf(clause.text);
      if (circle === undefined || !clause.hasOnlyCircles) return clause;
      const isOther = circlesBeside === 'candle' && side === 'PUT' && circle !== 'tied';
      return { ...clause, outcome: isOther ? (circle === 'won' ? 'lost' : 'won') : circle };
    });
    const isEnded = clauses.some(({ hasOnlyCircles, outcome }) => hasOnlyCircles && outcome !== undefined);
    return { ...line, clauses, isWhole: line.isWhole || (line.pair !== null && isEnded) };
  });
}

/** A dash or an arrow, which is a tie beside other marks of outcomes. */
function isTieMark({ outcome, marks, hasResultWord }: Clause): boolean {
  return outcome === 'tied' && marks[0] === 'tied' && !hasResultWord;
}

/** A signal with its outcome, and no circle. */
function isMarked({ isWhole, text }: Line): boolean {
  return isWhole && circleOf(text) === undefined;
}

/**
 * A signal with a circle: where others bear marks of outcomes in its place, a white or yellow one, which shows no side, is a tie, and
 * another one may be an outcome.
 */
function isCircledSignal({ pair, side, clauses }: Line): boolean {
  return pair !== null && side !== null && clauses.some(isCircle);
}

/** A coloured circle, and nothing that is not understood. */
function isCircle({ hasOnlyCircles, unknown }: Clause): boolean {
  return hasOnlyCircles && unknown === 0;
}
