import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface OpensProps extends ComponentProps<'details'> {
  /** The line that opens it. */
  readonly summary: ReactNode;
}

/** What a press on its line opens: every fold has the same mark. The browser itself opens it, also before any script is there. */
export function Opens({ summary, className = '', children, ...details }: OpensProps) {
  return (
    <details {...details} className={`opens ${className}`}>
      <summary>
        {summary}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}
