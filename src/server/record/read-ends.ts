import type { Pool } from 'pg';
import type { AbstainedEntry, OutageEntry, SettledEntry } from '../../core/signals/ledger-entry.ts';
import type { SettledSignal } from '../../core/record/record-book.ts';
import type { FilteredRow } from '../../core/record/settled-columns.ts';

/** What the record takes from one entry of the ledger. */
export type RecordedEnd =
  | ({ readonly kind: 'settled' } & SettledSignal & FilteredRow)
  | { readonly kind: 'abstained'; readonly index: number; readonly entry: AbstainedEntry }
  | { readonly kind: 'outage'; readonly index: number; readonly entry: OutageEntry };

/** The ends in a stretch of a ledger. */
export interface ReadEnds {
  readonly ends: readonly RecordedEnd[];
  /** The place up to which the ledger was read. */
  readonly lastIndex: number;
  /** Whether that was its end. */
  readonly isEnd: boolean;
}

/**
 * A whole stretch in one row, because rows and columns are what reading costs: a line of text for each end, which most ends
 * share with thousands of others, and five numbers of eight bytes. A body is only read where the columns do not say everything.
 *
 * PostgreSQL knows nothing of a ledger that is young and takes it for a handful of rows: given the choice it would look for all
 * ends there are, to sort them and throw most of them away, for each stretch again. So it has none: the stretch is given by its
 * places, the kind is hidden from the index that begins with it, and the query has no name under which a plan that was made for
 * a handful of rows would be kept.
 */
const ENDS = `
  select least($2::bigint + $3::bigint, (select coalesce(max(size), 0) - 1 from ledger_checkpoints where ledger = $1))::float8 as last,
    string_agg(what, E'\\n' order by place) as lines,
    string_agg(float8send(place) || float8send(confidence) || float8send(decided_ms) || float8send(start_ms) || float8send(at_ms),
      '' order by place) as numbers
  from (
    select index::float8 as place, coalesce(confidence, 0)::float8 as confidence, coalesce(decided_ms, 0)::float8 as decided_ms,
      coalesce(start_ms, 0)::float8 as start_ms, at_ms::float8 as at_ms,
      case when kind = 'settled'
        then concat_ws(E'\\t', engine, mode, source, pair, timeframe, direction, outcome, control,
          substring(convert_from(body, 'UTF8') from '"enteredLate":{"outcome":"([a-z]+)"'))
        else kind end
      || case when outcome is null or outcome = 'void' then E'\\t' || convert_from(body, 'UTF8') else '' end as what
    from ledger_entries
    where ledger = $1 and index > $2::bigint and index <= $2::bigint + $3::bigint
      and kind || '' in ('settled', 'abstained', 'outage')
  ) ends`;
/** Of the numbers of an entry. */
const LINE_BYTES = 5 * Float64Array.BYTES_PER_ELEMENT;

/** What a line says of a settled signal: all but its numbers. */
type Traits = Pick<
  Extract<RecordedEnd, { kind: 'settled' }>,
  'engine' | 'mode' | 'source' | 'pair' | 'timeframe' | 'direction' | 'outcome' | 'control' | 'enteredLate'
>;

/** Settlements, abstentions and outages in the next so many places after one of a ledger, in order. */
export async function readEnds(
  db: Pool,
  ledger: number,
  afterIndex: number,
  places: number,
): Promise<ReadEnds> {
  const { rows } = await db.query<{ last: number; lines: string | null; numbers: Buffer | null }>({
    text: ENDS,
    values: [ledger, afterIndex, places],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a query that sums up always has a row');
  const { last, lines, numbers } = row;
  const lastIndex = Math.max(afterIndex, last);
  const ends = lines && numbers ? endsOf(lines.split('\n'), numbers) : [];
  return { ends, lastIndex, isEnd: lastIndex < afterIndex + places };
}

function endsOf(texts: readonly string[], numbers: Buffer): RecordedEnd[] {
  const numbersAt = numbersOf(numbers, texts.length);
  const known = new Map<string, Traits>();
  return texts.map((text, at) => {
    const [index, confidence, decidedMs, startMs, settledMs] = numbersAt(at);
    // Nothing else ends like this, and bodies are written without tabs and ends of lines.
    const bodyFrom = text.endsWith('}') ? text.lastIndexOf('\t') + 1 : undefined;
    const body = bodyFrom === undefined ? undefined : (JSON.parse(text.slice(bodyFrom)) as RecordedBody);
    if (body !== undefined && body.kind !== 'settled')
      return { kind: body.kind, index, entry: body } as RecordedEnd;
    const line = bodyFrom === undefined ? text : text.slice(0, bodyFrom - 1);
    let traits = known.get(line);
    if (traits === undefined) known.set(line, (traits = traitsOf(line)));
    const { engine, mode, source, pair, timeframe, direction, outcome, control, enteredLate } = traits;
    const reason = body?.reason;
    return {
      kind: 'settled',
      index,
      engine,
      mode,
      source,
      pair,
      timeframe,
      direction,
      confidence,
      decidedMs,
      startMs,
      settledMs,
      outcome,
      control,
      ...(enteredLate && { enteredLate }),
      ...(reason && { reason }),
    };
  });
}

type RecordedBody = AbstainedEntry | OutageEntry | SettledEntry;
type Numbers = [index: number, confidence: number, decidedMs: number, startMs: number, atMs: number];

function numbersOf({ buffer, byteOffset, byteLength }: Buffer, lines: number): (at: number) => Numbers {
  if (byteLength !== lines * LINE_BYTES)
    throw new Error('a column of ledger_entries holds what no entry says: npx pipcast verify names it');
  const view = new DataView(buffer, byteOffset, byteLength);
  return (at) => {
    const from = at * LINE_BYTES;
    return [0, 8, 16, 24, 32].map((offset) => view.getFloat64(from + offset)) as Numbers;
  };
}

function traitsOf(line: string): Traits {
  const [engine, mode, source, pair, timeframe, direction, outcome, control, enteredLate] = line.split('\t');
  return {
    engine,
    mode,
    source,
    pair,
    timeframe,
    direction,
    outcome,
    control,
    ...(enteredLate && { enteredLate }),
  } as Traits;
}
