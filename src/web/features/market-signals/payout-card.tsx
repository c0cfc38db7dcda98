import { memo } from 'react';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatRate } from '../../lib/figures.ts';
import { usePayoutInput } from '../../lib/payout.ts';
import { Card } from '../../ui/card.tsx';
import { Explained } from '../../ui/disclosure.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import '../../ui/field.css';

/** The broker's payout, and how often a signal must be right for that. Invalid input changes nothing. */
export const PayoutCard = memo(function PayoutCard() {
  const { percent, problem, inputProps } = usePayoutInput();
  const breakEven = uiTexts.breakEven({ rate: formatRate(breakEvenRate(percent / 100)) });
  return (
    <Card label={texts.payout} aside={<Explained what="breakEven">{breakEven}</Explained>}>
      <div className="card__body payout-card" id="payout">
        <input
          {...inputProps}
          className="input"
          aria-label={uiTexts.payout}
          aria-describedby="payout-note"
          aria-invalid={problem !== undefined}
        />
        <p id="payout-note" className={problem === undefined ? 'hint' : 'field__error'}>
          {problem ?? texts.payoutHint}
        </p>
      </div>
    </Card>
  );
});
