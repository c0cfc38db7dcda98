import type { CSSProperties, ReactNode } from 'react';

interface PictureProps {
  /** Describes the picture in one sentence. */
  readonly label: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A drawing that screen readers read as one sentence. */
export function Picture({ label, ...rest }: PictureProps) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, with the colours of the page
  return <div {...rest} dir="ltr" role="img" aria-label={label} />;
}
