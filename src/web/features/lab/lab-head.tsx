import type { ReactNode, RefObject } from 'react';
import { usePayoutInput } from '../../lib/payout.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
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
  const { problem, inputProps } = usePayoutInput();
  return (
    <>
      {texts.atPayout({
        field: (
          <input
            {...inputProps}
            className="input lab__payout"
            aria-label={uiTexts.payout}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : 'payout-problem'}
          />
        ),
        // The sign stands beside its figure.
        percent: <span className="nowrap" />,
      })}{' '}
      {problem === undefined ? null : (
        <span className="lab__problem" id="payout-problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
