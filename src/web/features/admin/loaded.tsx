import type { ReactNode } from 'react';
import { type Loaded, type Loader, useLoader } from '../../lib/loader.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { adminTexts } from './texts.ts';

/** Why something did not load, with a way to try again; nothing while it loads or has loaded. */
export function NotLoaded({
  problem,
  reload,
}: Pick<Loaded<unknown>, 'problem'> & Pick<Loader<unknown>, 'reload'>) {
  if (problem === undefined) return null;
  return <Notice hint={problem.message} onRetry={reload} />;
}

interface PagesProps<Page> {
  /** Loads the first page, or the one after those that are known, and puts it behind them. */
  readonly load: (signal: AbortSignal, known: Page | undefined) => Promise<Page>;
  readonly children: (value: Page) => ReactNode;
}

/** A list that is loaded page by page. Use the filter as key. */
export function Pages<Page extends { readonly next: unknown }>({ load, children }: PagesProps<Page>) {
  const { value, problem, isLoading, reload } = useLoader(load);
  return (
    <>
      {value === undefined && problem === undefined ? (
        <output className="admin__said hint">{adminTexts.loading}</output>
      ) : null}
      {value === undefined ? null : children(value)}
      <NotLoaded problem={problem} reload={reload} />
      {value === undefined || value.next === null ? null : (
        <div className="card__more">
          <Button
            look="line"
            size="small"
            onClick={reload}
            busyLabel={isLoading ? adminTexts.busy : undefined}
          >
            {adminTexts.more}
          </Button>
        </div>
      )}
    </>
  );
}
