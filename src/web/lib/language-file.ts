/** A language of the page, whole, as a file of src/web/languages exports it; see docs/languages.md. */
export interface LanguageFile {
  /** For `Intl`, `<html lang>` and the cookie that keeps the choice. */
  readonly locale: string;
  /** What its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** By room and key, in ICU MessageFormat; where one is missing, the English one is shown and `npm run check` fails. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the sentences that must not mislead say, word for word, in English: for readers who do not know the language. */
  readonly back: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
