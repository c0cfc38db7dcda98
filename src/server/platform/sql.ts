import type { ClientBase } from 'pg';

/** A pool, or one connection. */
export type Queries = Pick<ClientBase, 'query'>;

/** A part of a statement, with the values in it. */
class Sql {
  readonly texts: string[] = [''];
  readonly values: unknown[] = [];

  append(text: string): void {
    this.texts.push(`${this.texts.pop()}${text}`);
  }
}

/** A part of a statement. What stands in its template is a value, which cannot change the statement, or another part. */
export function sql(texts: readonly string[], ...inputs: readonly unknown[]): Sql {
  const part = new Sql();
  for (const [at, text] of texts.entries()) {
    part.append(text);
    if (at === inputs.length) break;
    const input = inputs[at];
    const [first = '', ...others] = input instanceof Sql ? input.texts : ['', ''];
    part.append(first);
    part.texts.push(...others);
    part.values.push(...(input instanceof Sql ? input.values : [input]));
  }
  return part;
}

/** A text of this program as a part of a statement. */
export const raw = (text: string): Sql => sql([text]);

const names = new Map<string, string>();

/** Each connection prepares a statement once, however often it is executed. */
function prepared(texts: TemplateStringsArray, inputs: readonly unknown[]) {
  const part = sql(texts, ...inputs);
  const text = part.texts.reduce((before, after, at) => `${before}$${at}${after}`);
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return { name, text, values: part.values };
}

/** Executes a statement, a template as of `sql`; answers its rows. */
export const queryRows =
  <Row extends object>(db: Queries) =>
  async (texts: TemplateStringsArray, ...inputs: readonly unknown[]): Promise<Row[]> =>
    (await db.query<Row>(prepared(texts, inputs))).rows;

/** As `queryRows`; the first row, if there is one. */
export const queryRow =
  <Row extends object>(db: Queries) =>
  async (texts: TemplateStringsArray, ...inputs: readonly unknown[]): Promise<Row | undefined> =>
    (await queryRows<Row>(db)(texts, ...inputs))[0];

/** As `queryRow`; its first value. */
export const queryValue =
  <Value>(db: Queries) =>
  async (texts: TemplateStringsArray, ...inputs: readonly unknown[]): Promise<Value> =>
    Object.values((await queryRow<Record<string, Value>>(db)(texts, ...inputs)) ?? {})[0] as Value;

/** As `queryRows`; the number of rows that it found or changed. */
export const execute =
  (db: Queries) =>
  async (texts: TemplateStringsArray, ...inputs: readonly unknown[]): Promise<number> =>
    (await db.query(prepared(texts, inputs))).rowCount ?? 0;

/** As `execute`; whether it found or changed one row. */
export const executeOne =
  (db: Queries) =>
  async (texts: TemplateStringsArray, ...inputs: readonly unknown[]): Promise<boolean> =>
    (await execute(db)(texts, ...inputs)) === 1;
