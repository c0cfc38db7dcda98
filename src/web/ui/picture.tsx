import type { CSSProperties, ReactNode } from 'react';

interface PictureProps {
  /** What it shows, in one sentence. */
  readonly label: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A drawing that is heard as one sentence. */
export function Picture({ label, ...rest }: PictureProps) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, with the colours of the page
  return <div {...rest} dir="ltr" role="img" aria-label={label} />;
}
