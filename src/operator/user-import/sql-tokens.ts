import { ExportFormatError, LONGEST_ROW } from './export-row.ts';

/** A piece of an SQL script. `text` is decoded: of a string its content, of a quoted name the name. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'other' | 'copy-line';
  readonly text: string;
  /** Where the token begins; the first line is 1. */
  readonly line: number;
}

/** A token found in a text: where it ends, and its kind, undefined for blanks and comments. */
interface Found {
  readonly kind: SqlToken['kind'] | undefined;
  readonly text: string;
  readonly end: number;
}

/**
 * Cuts an SQL script that arrives in pieces into tokens, the way PostgreSQL itself reads it: what stands in a string,
 * a quoted name, a comment or a dollar-quoted body is never taken for a statement. That matters, because a dump holds
 * text which strangers wrote.
 */
export class SqlTokens {
  #rest = '';
  #line = 1;
  #mode: 'statements' | 'rest of the COPY line' | 'COPY data' = 'statements';

  /** From the next line on the script holds COPY data: `copy-line` tokens, until the line `\.` (not reported). */
  startCopyData(): void {
    this.#mode = 'rest of the COPY line';
  }

  /** The tokens that are complete with this piece; with `last`, an unfinished one is an ExportFormatError. */
  *push(piece: string, last: boolean): Generator<SqlToken> {
    const text = this.#rest + piece;
    let at = 0;
    let newline = text.indexOf('\n');
    while (at < text.length) {
      const found =
        this.#mode === 'statements' ? readToken(text, at, last) : this.#readCopyLine(text, at, last);
      if (found === undefined) break;
      const line = this.#line;
      at = found.end;
      for (; newline !== -1 && newline < at; newline = text.indexOf('\n', newline + 1)) this.#line++;
      if (found.kind !== undefined) yield { kind: found.kind, text: found.text, line };
    }
    this.#rest = text.slice(at);
    if (this.#rest === '') return;
    if (last) throw new ExportFormatError('the file ends in the middle of this statement', this.#line);
    if (this.#rest.length > LONGEST_STATEMENT_TEXT)
      throw new ExportFormatError('a text without an end', this.#line);
  }

  #readCopyLine(text: string, at: number, last: boolean): Found | undefined {
    const newline = text.indexOf('\n', at);
    if (newline === -1 && !last) return undefined;
    const end = newline === -1 ? text.length : newline + 1;
    if (this.#mode === 'rest of the COPY line') {
      this.#mode = 'COPY data';
      return { kind: undefined, text: '', end };
    }
    const line = text.slice(at, newline === -1 ? end : newline).replace(/\r$/, '');
    if (line !== '\\.') return { kind: 'copy-line', text: line, end };
    this.#mode = 'statements';
    return { kind: undefined, text: '', end };
  }
}

/** Other tables of the same dump may hold long texts; beyond this a quote was never closed. In UTF-16 units. */
const LONGEST_STATEMENT_TEXT = 64 * LONGEST_ROW;

const BLANKS = /\s+/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/** The token at `at`, or undefined when the text ends before it does. */
function readToken(text: string, at: number, last: boolean): Found | undefined {
  const character = text[at] ?? '';
  const next = text[at + 1];
  // Whether two characters or one make the token is open at the end of a piece.
  if (next === undefined && !last) return undefined;

  if (character === "'") return readQuoted(text, at, "'", 'string', last);
  if (character === '"') return readQuoted(text, at, '"', 'name', last);
  if ((character === 'E' || character === 'e') && next === "'") return readEscapeString(text, at, last);
  if (character === '-' && next === '-') return skipTo('\n', text, at, last);
  if (character === '\\') return skipTo('\n', text, at, last); // psql's own commands, as \restrict
  if (character === '/' && next === '*') return skipBlockComment(text, at);
  if (character === '$') {
    const quote = matchAt(DOLLAR_QUOTE, text, at);
    if (quote !== undefined) {
      const close = text.indexOf(quote, at + quote.length);
      if (close === -1) return undefined;
      return { kind: 'string', text: text.slice(at + quote.length, close), end: close + quote.length };
    }
    // `$tag` may still become `$tag$` with the next piece; `$1` may not.
    if (!last && text.indexOf('$', at + 1) === -1 && /^\$\w*$/.test(text.slice(at, at + 65)))
      return undefined;
    return { kind: 'other', text: '$', end: at + 1 };
  }
  for (const [pattern, kind] of PATTERNS) {
    const match = matchAt(pattern, text, at);
    if (match === undefined) continue;
    const end = at + match.length;
    if (end === text.length && !last) return undefined;
    return { kind, text: match, end };
  }
  return { kind: '(),;.'.includes(character) ? 'symbol' : 'other', text: character, end: at + 1 };
}

const PATTERNS: readonly (readonly [RegExp, SqlToken['kind'] | undefined])[] = [
  [BLANKS, undefined],
  [WORD, 'word'],
  [NUMBER, 'number'],
];

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function readQuoted(
  text: string,
  at: number,
  quote: string,
  kind: 'string' | 'name',
  last: boolean,
): Found | undefined {
  let close = text.indexOf(quote, at + 1);
  while (close !== -1 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
  // A quote that ends the piece may be the first half of a doubled one.
  if (close === -1 || (close === text.length - 1 && !last)) return undefined;
  return { kind, text: text.slice(at + 1, close).replaceAll(quote + quote, quote), end: close + 1 };
}

function readEscapeString(text: string, at: number, last: boolean): Found | undefined {
  for (let end = at + 2; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === "'") {
      if (text[end + 1] === "'") end++;
      else if (end === text.length - 1 && !last) return undefined;
      else return { kind: 'other', text: text.slice(at, end + 1), end: end + 1 };
    }
  }
  return undefined;
}

function skipTo(stop: string, text: string, at: number, last: boolean): Found | undefined {
  const end = text.indexOf(stop, at);
  if (end !== -1) return { kind: undefined, text: '', end: end + stop.length };
  return last ? { kind: undefined, text: '', end: text.length } : undefined;
}

function skipBlockComment(text: string, at: number): Found | undefined {
  let depth = 0;
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return { kind: undefined, text: '', end: mark.lastIndex };
  }
  return undefined;
}
