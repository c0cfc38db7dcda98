import type { ComponentProps } from 'react';
import { texts } from './texts.ts';

/** A link to another site, which opens in a tab of its own. */
export function OutsideLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer" aria-description={texts.newTab}>
      {children}
    </a>
  );
}

/** The `tel:` address of a phone number in any notation. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
