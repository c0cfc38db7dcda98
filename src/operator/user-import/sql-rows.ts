import { requireColumns } from './csv-rows.ts';
import { ExportFormatError, type ExportRow } from './export-row.ts';
import { type SqlToken, SqlTokens } from './sql-tokens.ts';

/**
 * Reads the rows of auth.users out of an SQL dump, as `pg_dump` (COPY ... FROM stdin) and the hosted service's command
 * line tool (INSERT INTO ... VALUES) write it. All other statements and tables of the dump are passed over.
 * Throws an ExportFormatError when the dump cannot be read to its end or holds no such table.
 */
export async function* sqlRows(text: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  const tokens = new SqlTokens();
  const statements = new Statements(() => tokens.startCopyData());
  for await (const piece of text) {
    for (const token of tokens.push(piece, false)) {
      const row = statements.take(token);
      if (row !== undefined) yield row;
    }
  }
  for (const token of tokens.push('', true)) {
    const row = statements.take(token);
    if (row !== undefined) yield row;
  }
  if (!statements.sawUsers) {
    throw new ExportFormatError('this SQL file holds no data of the table auth.users');
  }
}

/** What a field of an INSERT holds when it is a call or another expression, which only a database could work out. */
const EXPRESSION = Symbol('expression');

type Field = string | boolean | null | typeof EXPRESSION;

/** Follows the statements token by token; keeps no more than one row of them. */
class Statements {
  sawUsers = false;
  readonly #startCopyData: () => void;
  #step: 'head' | 'passing over' | 'rows' | 'row' | 'copy' | 'copy of another table' = 'head';
  #head: SqlToken[] = [];
  #columns: readonly string[] = [];
  #rowLine = 1;
  #fields: Field[] = [];
  #field: SqlToken[] = [];
  #depth = 0;

  constructor(startCopyData: () => void) {
    this.#startCopyData = startCopyData;
  }

  take(token: SqlToken): ExportRow | undefined {
    if (token.kind === 'copy-line') return this.#step === 'copy' ? this.#copyRow(token) : undefined;
    // The first token behind COPY data begins a statement.
    if (this.#step === 'copy' || this.#step === 'copy of another table') this.#begin();
    switch (this.#step) {
      case 'rows':
        if (isSymbol(token, '(')) this.#beginRow(token.line);
        else if (isSymbol(token, ';')) this.#begin();
        else if (!isSymbol(token, ',')) this.#step = 'passing over'; // ON CONFLICT, RETURNING
        return undefined;
      case 'row':
        return this.#inRow(token);
      case 'passing over':
        if (isSymbol(token, ';')) this.#begin();
        return undefined;
      default:
        this.#inHead(token);
        return undefined;
    }
  }

  #begin(): void {
    this.#step = 'head';
    this.#head = [];
  }

  #inHead(token: SqlToken): void {
    this.#head.push(token);
    const verb = this.#head[0];
    if (!isWord(verb, 'copy') && !isWord(verb, 'insert')) {
      this.#step = 'passing over';
      if (isSymbol(token, ';')) this.#begin();
    } else if (isSymbol(token, ';')) {
      this.#endOfHead(isWord(verb, 'copy'));
    } else if (isWord(verb, 'insert') && isWord(token, 'values')) {
      this.#step = 'passing over';
      const into = isWord(this.#head[1], 'into') ? this.#tableAndColumns(2) : undefined;
      if (into?.isUsers === true) this.#useColumns(into.columns, token.line, 'rows');
    } else if (this.#head.length > LONGEST_HEAD) {
      this.#step = 'passing over';
    }
  }

  #endOfHead(isCopy: boolean): void {
    const fromStdin = this.#head.findIndex((t, i) => isWord(t, 'from') && isWord(this.#head[i + 1], 'stdin'));
    const line = this.#head[0]?.line ?? 1;
    if (!isCopy || fromStdin === -1) {
      this.#begin();
      return;
    }
    const hasOptions = !isSymbol(this.#head[fromStdin + 2], ';');
    const target = this.#tableAndColumns(1);
    this.#startCopyData();
    if (target?.isUsers !== true) {
      this.#step = 'copy of another table';
      return;
    }
    if (hasOptions) throw new ExportFormatError('COPY with options is not read; dump it without any', line);
    this.#useColumns(target.columns, line, 'copy');
  }

  #useColumns(columns: readonly string[], line: number, step: 'rows' | 'copy'): void {
    if (columns.length === 0)
      throw new ExportFormatError(
        'auth.users without the names of its columns; dump it with --column-inserts',
        line,
      );
    requireColumns(columns);
    this.sawUsers = true;
    this.#columns = columns;
    this.#step = step;
  }

  /** Reads `[schema.]table [(column, ...)]` from the head; undefined when something else stands there. */
  #tableAndColumns(at: number): { isUsers: boolean; columns: readonly string[] } | undefined {
    const name = (index: number): string | undefined => {
      const token = this.#head[index];
      if (token?.kind === 'name') return token.text;
      return token?.kind === 'word' ? token.text.toLowerCase() : undefined;
    };
    const hasSchema = isSymbol(this.#head[at + 1], '.');
    const table = name(hasSchema ? at + 2 : at);
    const isUsers = table === 'users' && hasSchema && name(at) === 'auth';
    const columns: string[] = [];
    let index = at + (hasSchema ? 3 : 1);
    if (!isSymbol(this.#head[index], '(')) return { isUsers, columns };
    do {
      const column = name(index + 1);
      if (column === undefined) return undefined;
      columns.push(column);
      index += 2;
    } while (isSymbol(this.#head[index], ','));
    return isSymbol(this.#head[index], ')') ? { isUsers, columns } : undefined;
  }

  #beginRow(line: number): void {
    this.#step = 'row';
    this.#rowLine = line;
    this.#fields = [];
    this.#field = [];
    this.#depth = 0;
  }

  #inRow(token: SqlToken): ExportRow | undefined {
    const atTop = this.#depth === 0;
    if (isSymbol(token, '(')) this.#depth++;
    if (isSymbol(token, ')') && !atTop) this.#depth--;
    if (!atTop || !(isSymbol(token, ',') || isSymbol(token, ')'))) {
      if (this.#field.length < LONGEST_HEAD) this.#field.push(token);
      return undefined;
    }
    this.#fields.push(fieldOf(this.#field));
    this.#field = [];
    if (isSymbol(token, ',')) return undefined;
    this.#step = 'rows';
    return this.#row(this.#rowLine, this.#fields);
  }

  #copyRow(token: SqlToken): ExportRow {
    return this.#row(token.line, token.text.split('\t').map(copyField));
  }

  #row(line: number, fields: readonly Field[]): ExportRow {
    if (fields.length !== this.#columns.length) {
      return { line, problem: `${fields.length} fields where the table has ${this.#columns.length} columns` };
    }
    const computed = this.#columns.filter((_, index) => fields[index] === EXPRESSION);
    if (computed.length > 0) {
      return {
        line,
        problem: `${computed.join(', ')}: an SQL expression, where only a written value can be read`,
      };
    }
    return {
      line,
      fields: Object.fromEntries(this.#columns.map((column, index) => [column, fields[index]])),
    };
  }
}

/** More tokens than any heading of a table or any written value has. */
const LONGEST_HEAD = 2_000;

function isSymbol(token: SqlToken | undefined, symbol: string): boolean {
  return token?.kind === 'symbol' && token.text === symbol;
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word;
}

function fieldOf(tokens: readonly SqlToken[]): Field {
  const [value, ...rest] = tokens;
  if (value === undefined || !isCast(rest)) return EXPRESSION;
  if (value.kind === 'string' || value.kind === 'number') return value.text;
  if (isWord(value, 'null')) return null;
  if (isWord(value, 'true')) return true;
  return isWord(value, 'false') ? false : EXPRESSION;
}

/** Nothing, or `::type`, which changes no value that we read. */
function isCast(tokens: readonly SqlToken[]): boolean {
  if (tokens.length === 0) return true;
  const [first, second, ...type] = tokens;
  const isColon = (token: SqlToken | undefined): boolean => token?.kind === 'other' && token.text === ':';
  return (
    isColon(first) &&
    isColon(second) &&
    type.length > 0 &&
    type.every((token) => token.kind !== 'symbol' || token.text === '.')
  );
}

const COPY_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** A field of COPY's text format: `\N` is null, a backslash escapes what follows it. */
function copyField(text: string): Field {
  if (text === '\\N') return null;
  if (!text.includes('\\')) return text;
  return text.replace(/\\([\s\S])/g, (_, character: string) => COPY_ESCAPES[character] ?? character);
}
