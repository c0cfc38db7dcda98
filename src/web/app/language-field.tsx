import { currentLocale } from '../lib/catalogue.ts';
import { Icon } from '../ui/icon.tsx';
import { shellTexts } from './shell-texts.ts';

interface Head {
  readonly locale: string;
  readonly name: string;
}

const LANGUAGES = [
  { locale: 'en-GB', name: 'English' },
  ...Object.values(
    import.meta.glob<Head>('../languages/*.ts', { query: '?part=head', import: 'default', eager: true }),
  ),
];
const A_YEAR_S = 31_536_000;

/** Chooses the page's language. A cookie keeps it, for the server draws pages in it too. */
export function LanguageField() {
  return (
    <div className="select language">
      <select
        className="input"
        aria-label={shellTexts.language}
        defaultValue={currentLocale()}
        onChange={(event) => void takeFromNowOn(event.currentTarget.value)}
      >
        {LANGUAGES.map(({ locale, name }) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </div>
  );
}

async function takeFromNowOn(locale: string): Promise<void> {
  document.cookie = `pipcast.language=${locale}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
  // The page kept for offline use is in the former language (service-worker.ts). Only a secure context has caches.
  const names = ((await globalThis.caches?.keys()) ?? []).filter((name) => name.startsWith('pipcast '));
  await Promise.all(names.map((name) => caches.delete(name)));
  location.reload();
}
