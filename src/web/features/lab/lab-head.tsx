import type { ReactNode, RefObject } from 'react';
import { usePayoutField } from '../../ui/payout-field.tsx';
import { texts } from './texts.ts';

/** What a result comes to: in one line, and in a few sentences under it. */
export interface Finding {
  readonly title: ReactNode;
  readonly lead: ReactNode;
}

interface LabHeadProps extends Finding {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly isMadeUp: boolean;
}

/** A finding, with the prices named where they are made up. */
export function LabHead({ heading, title, lead, isMadeUp }: LabHeadProps) {
  return (
    <header className="lab__head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead}
      {isMadeUp ? <p className="lead lab__made-up">{texts.madeUpNote({ b: <b /> })}</p> : null}
    </header>
  );
}

/** `At a payout of 80%:` with a field for the reader's own. */
export function AtPayout() {
  const { field, problem } = usePayoutField();
  return (
    <>
      {/* The sign stands beside its figure. */}
      {texts.atPayout({ field, percent: <span className="nowrap" /> })} {problem}
    </>
  );
}
