import type { ReactNode } from 'react';

/** Names and values, one a line; dense: as many a line as there is room for. */
export function Facts({
  isDense = false,
  children,
}: {
  readonly isDense?: boolean;
  readonly children: ReactNode;
}) {
  return <dl className={isDense ? 'facts facts--dense' : 'facts card__body'}>{children}</dl>;
}
