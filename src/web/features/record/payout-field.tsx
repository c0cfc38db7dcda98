import { useId } from 'react';
import { usePayoutInput } from '../../lib/payout.ts';
import { texts } from './texts.ts';

/** The reader's payout inside a sentence, `At a payout of 80 %`; what is not a payout is refused at once and changes nothing. */
export function PayoutField() {
  const { problem, inputProps } = usePayoutInput();
  const id = useId();
  return (
    <>
      <span className="payout">
        <label htmlFor={id}>{texts.payout}</label>
        <input
          {...inputProps}
          id={id}
          className="input payout__input"
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        />
        %
      </span>
      {problem === undefined ? null : (
        <span className="payout__problem" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
