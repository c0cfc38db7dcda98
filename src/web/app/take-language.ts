import type { CompiledMessage } from 'icu-minify/format';
import { setLanguage } from '../lib/catalogue.ts';

type Messages = Readonly<Record<string, Readonly<Record<string, CompiledMessage>>>>;
type Part<Content> = Readonly<Record<string, () => Promise<Content>>>;
interface FirstPart {
  readonly direction: 'ltr' | 'rtl';
  readonly messages: Messages;
}

/** The build cuts each language's file by the pages that show its messages (scripts/compile-texts.mjs). */
const FIRST = import.meta.glob<FirstPart>('../languages/*.ts', {
  query: '?part=first',
  import: 'default',
});
const LATER: Readonly<Record<string, Part<Messages>>> = {
  record: import.meta.glob<Messages>('../languages/*.ts', { query: '?part=record', import: 'default' }),
  alerts: import.meta.glob<Messages>('../languages/*.ts', { query: '?part=alerts', import: 'default' }),
  check: import.meta.glob<Messages>('../languages/*.ts', { query: '?part=check', import: 'default' }),
};
/** A typeface for each script that Geist has no letters of. */
const SCRIPTS = import.meta.glob('../styles/scripts/*.css');

/** Fetches a language and takes it. */
export async function takeLanguage(locale: string): Promise<void> {
  const file = `../languages/${locale}.ts`;
  const { script } = new Intl.Locale(locale).maximize();
  const [first] = await Promise.all([FIRST[file]?.(), SCRIPTS[`../styles/scripts/${script}.css`]?.()]);
  if (first === undefined) throw new Error(`there is no language ${locale}`);
  const { direction } = first;
  let { messages } = first;
  setLanguage({
    locale,
    direction,
    message: (room, key) => messages[room]?.[key],
    async load(part) {
      messages = { ...messages, ...(await LATER[part]?.[file]?.()) };
    },
  });
}
