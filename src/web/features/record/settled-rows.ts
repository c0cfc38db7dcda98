import type { RecordFilters, RecordPage, RecordRow } from '../../../core/wire/record.ts';
import { createLoader, type Loader } from '../../lib/loader.ts';
import type { RecordApi } from './record-api.ts';

/** The rows that were loaded so far, newest first. */
export interface SettledRows {
  readonly rows: readonly RecordRow[];
  /** How many rows match, loaded or not. */
  readonly total: number;
  /** `before` of the page that follows; null at the end. */
  readonly next: number | null;
}

export interface SettledRowsLoader extends Loader<SettledRows> {
  /** Loads the page that follows. */
  showOlder(): void;
}

/** How often the newest page is asked for again. */
const REFRESH_MS = 60_000;

/** Loads the rows that match, page after page; new ones are put on top, and pages that were loaded stay. */
export function createSettledRows(api: RecordApi, filters: RecordFilters): SettledRowsLoader {
  let wantsOlder = false;
  const loader = createLoader<SettledRows>(async (signal, known) => {
    const before = wantsOlder ? (known?.next ?? undefined) : undefined;
    wantsOlder = false;
    const page = await api.page(filters, before, signal);
    if (known === undefined) return page;
    return before === undefined ? withNewest(known, page) : withOlder(known, page);
  }, REFRESH_MS);
  return {
    ...loader,
    showOlder() {
      wantsOlder = true;
      loader.reload();
    },
  };
}

function withOlder(known: SettledRows, page: RecordPage): SettledRows {
  return { rows: [...known.rows, ...page.rows], total: page.total, next: page.next };
}

/** The newest page joins the rows where they meet, or stands alone where more came between than a page holds. */
function withNewest(known: SettledRows, page: RecordPage): SettledRows {
  const oldest = page.rows.at(-1)?.index;
  const meeting = known.rows.findIndex(({ index }) => index === oldest);
  if (page.next === null || meeting === -1) return page;
  return { rows: [...page.rows, ...known.rows.slice(meeting + 1)], total: page.total, next: known.next };
}
