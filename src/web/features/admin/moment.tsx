import { accountTexts } from './texts.ts';
import { formatInstant } from './admin-format.ts';

/** An instant in the reader's zone; "never" where there is none. */
export function Moment({ ms }: { readonly ms: number | null }) {
  if (ms === null) return accountTexts.never;
  return <time dateTime={new Date(ms).toISOString()}>{formatInstant(ms)}</time>;
}
