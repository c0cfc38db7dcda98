import { useState } from 'react';
import { formatRate } from '../../lib/figures.ts';
import { breakEvenRate, parsePayout, setPayout, usePayout } from '../../lib/payout.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';

/** What the trader's broker pays, and how often a signal must be right for that. Anything else is refused and changes nothing. */
export function PayoutCard() {
  const percent = usePayout();
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && parsePayout(text) === undefined;

  function handleChange(typed: string) {
    setText(typed);
    const parsed = parsePayout(typed);
    if (parsed !== undefined) setPayout(parsed);
  }

  return (
    <Card label="Your payout" aside={`Break-even ${formatRate(breakEvenRate(percent))}`}>
      <div className="card__body payout-card">
        <TextField
          label="Payout, % of the stake"
          inputMode="decimal"
          autoComplete="off"
          value={text ?? String(percent)}
          error={isWrong ? 'Enter a payout from 1 to 100%' : undefined}
          hint="What your broker adds to the stake of a signal that is right."
          onChange={(event) => handleChange(event.target.value)}
          onBlur={() => setText(undefined)}
        />
      </div>
    </Card>
  );
}
