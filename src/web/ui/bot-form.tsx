import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { texts } from './texts.ts';
import './bot-form.css';
import './card.css';

interface BotFormProps {
  readonly isBusy: boolean;
  /** There is nothing to ask at the moment; the foot says why. */
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  /** The menus. */
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** What to ask P-BOT for, whatever answers. */
export function BotForm({ isBusy, isDisabled = false, onSubmit, children, foot }: BotFormProps) {
  return (
    <form
      className="card bot-form c4"
      aria-label="P-BOT"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="bot-form__main">
        <div className="bot-form__fields">{children}</div>
        <Button
          look="primary"
          size="full"
          type="submit"
          disabled={isDisabled && !isBusy}
          busyLabel={isBusy ? texts.analyzing : undefined}
        >
          {texts.generate}
        </Button>
      </div>
      {foot === undefined ? null : <div className="bot-form__foot">{foot}</div>}
    </form>
  );
}
