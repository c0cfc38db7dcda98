import { useId, useState } from 'react';
import { parsePayout, setPayout } from '../../lib/payout.ts';

/** The reader's payout inside a sentence, `At 80 % payout`; what is not a payout is refused at once and changes nothing. */
export function PayoutField({ percent }: { readonly percent: number }) {
  const [text, setText] = useState<string>();
  const id = useId();
  const isWrong = text !== undefined && parsePayout(text) === undefined;

  function handleChange(typed: string) {
    setText(typed);
    const parsed = parsePayout(typed);
    if (parsed !== undefined) setPayout(parsed);
  }

  return (
    <>
      <span className="payout">
        <label htmlFor={id}>At a payout of</label>
        <input
          id={id}
          className="input payout__input"
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          value={text ?? String(percent)}
          onChange={(event) => handleChange(event.target.value)}
          onBlur={() => setText(undefined)}
        />
        %
      </span>
      {isWrong ? (
        <span className="payout__problem" id={`${id}-problem`} role="alert">
          Enter a payout from 1 to 100%
        </span>
      ) : null}
    </>
  );
}
