import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { usePayoutInput } from '../../lib/payout.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Die, MeasuredTag, SimulatedTag } from '../../ui/tag.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Waffle } from '../../ui/waffle.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './coach.css';

type Step = 1 | 2 | 3;

interface CoachProps {
  /** Who may read the record, and whether its prices are those of a market: the introduction claims no more. */
  readonly record: 'public' | 'closed';
  readonly prices: 'live' | 'played';
  readonly onEnd: () => void;
}

/** The introduction of a first visit: three steps beside the page that they explain, which stays usable meanwhile. */
export function Coach({ record, prices, onEnd }: CoachProps) {
  const [step, setStep] = useState<Step>(1);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, body } = useStep(step, { record, prices });

  useEffect(() => {
    const before = document.activeElement;
    return () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined);
  }, []);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // The styles outline the part that is explained.
    document.body.dataset['coach'] = String(step);
    return () => {
      delete document.body.dataset['coach'];
    };
  }, [step]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onEnd();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as it does every dialog
    <dialog open className="coach" aria-label={texts.name({ step })} onKeyDown={handleKeyDown}>
      <div className="coach__head hint">
        <Die value={step} className="die" />
        <p>{texts.step({ step })}</p>
        <IconButton label={uiTexts.dismiss} onClick={onEnd}>
          <Icon name="close" />
        </IconButton>
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {body}
      <p className="coach__buttons row">
        {step === 1 ? (
          <Button look="line" onClick={onEnd}>
            {texts.skip}
          </Button>
        ) : (
          <Button look="line" onClick={() => setStep(step === 3 ? 2 : 1)}>
            {texts.back}
          </Button>
        )}
        <Button look="primary" onClick={() => (step === 3 ? onEnd() : setStep(step === 1 ? 2 : 3))}>
          {step === 3 ? texts.start : texts.next}
        </Button>
      </p>
    </dialog>
  );
}

function useStep(
  step: Step,
  claims: Pick<CoachProps, 'record' | 'prices'>,
): { readonly title: string; readonly body: ReactNode } {
  const payout = usePayoutInput();
  const needed = 100 / (100 + payout.percent);
  if (step === 1) {
    const body = (
      <div className="kinds">
        <div>
          <SimulatedTag />
          <p className="note">{texts.simulated({ b: <b /> })}</p>
        </div>
        <div>
          <MeasuredTag />
          <p className="note">{texts.market({ ...claims, b: <b /> })}</p>
        </div>
      </div>
    );
    return { title: texts.drawnOrMeasured, body };
  }
  if (step === 2) {
    const count = Math.ceil(needed * 100);
    const whole = formatCount(count);
    return {
      title: texts.youNeed({ needed: whole }),
      body: (
        <>
          <p>{texts.onlyEven({ payout: formatPercent(payout.percent), needed: whole, b: <b /> })}</p>
          <Waffle right={0} needed={count} />
          <p>{texts.onlyMeasured}</p>
        </>
      ),
    };
  }
  const body = (
    <>
      <p>{texts.brokerShows}</p>
      <TextField
        {...payout.inputProps}
        label={uiTexts.payout}
        hint={uiTexts.breakEven({ rate: formatRate(needed) })}
        error={payout.problem}
      />
    </>
  );
  return { title: texts.setPayout, body };
}
