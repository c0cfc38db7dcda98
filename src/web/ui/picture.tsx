import type { CSSProperties, ReactNode } from 'react';

interface PictureProps {
  /** Describes the picture in one sentence. */
  readonly label: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A line through points, for the `d` of a path. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** `12.50%` of a share of 1, for a place in a style. */
export function percentPlace(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

/** A drawing that screen readers read as one sentence. */
export function Picture({ label, ...rest }: PictureProps) {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in place, with the colours of the page
  return <div {...rest} dir="ltr" role="img" aria-label={label} />;
}
