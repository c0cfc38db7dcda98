/** English messages in ICU MessageFormat that the page and the command both say, with the name of their room; see docs/languages.md. */
type SharedTexts<Messages> = readonly [room: string, messages: Messages];

export function sharedTexts<const Messages extends Readonly<Record<string, string>>>(
  room: string,
  messages: Messages,
): SharedTexts<Messages> {
  return [room, messages];
}

/** The language and the formats in which these messages are written. */
export interface Writing {
  say<Messages extends Readonly<Record<string, string>>>(
    texts: SharedTexts<Messages>,
    key: keyof Messages & string,
    values?: Readonly<Record<string, string | number>>,
  ): string;
  count(value: number): string;
  decimal(value: number, digits: number): string;
  /** The name of a month, from 1. */
  month(month: number): string;
  /** Of a fraction of 1. */
  rate(value: number): string;
}

/** The parts of a reason or of a fact as the values of its message: texts as they are, numbers as counts. */
export function partsOf(of: object, { count }: Pick<Writing, 'count'>): Readonly<Record<string, string>> {
  const parts = Object.entries(of).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'number' ? count(part) : String(part),
  ]);
  return Object.fromEntries(parts) as Readonly<Record<string, string>>;
}
