import { type LanguagePart, type LaterPart, type CompiledMessages, setLanguage } from '../lib/catalogue.ts';

/** The build cuts each language's file by the pages that show its messages (scripts/compile-texts.mjs). */
const FIRST = import.meta.glob<LanguagePart>('../languages/*.ts', {
  query: '?part=first',
  import: 'default',
});
const LATER: Readonly<Record<LaterPart, Readonly<Record<string, () => Promise<CompiledMessages>>>>> = {
  record: import.meta.glob<CompiledMessages>('../languages/*.ts', {
    query: '?part=record',
    import: 'default',
  }),
  alerts: import.meta.glob<CompiledMessages>('../languages/*.ts', {
    query: '?part=alerts',
    import: 'default',
  }),
  check: import.meta.glob<CompiledMessages>('../languages/*.ts', { query: '?part=check', import: 'default' }),
  lab: import.meta.glob<CompiledMessages>('../languages/*.ts', { query: '?part=lab', import: 'default' }),
};
/** A typeface for each script that Geist has no letters of. */
const SCRIPTS = import.meta.glob('../styles/scripts/*.css');

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
      const later = await LATER[part][file]?.();
      // Only now: another part may have come meanwhile.
      messages = { ...messages, ...later };
    },
  });
}
