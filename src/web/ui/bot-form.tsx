import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dock } from './dock.tsx';
import { Badge } from './tag.tsx';
import { texts } from './texts.ts';
import './bot-form.css';
import './card.css';

interface BotFormProps {
  readonly badge: string;
  readonly isBusy: boolean;
  /** There is nothing to ask at the moment; the foot says why. */
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  /** The menus. */
  readonly children: ReactNode;
  readonly foot: ReactNode;
}

/** What to ask P-BOT for, whatever answers. */
export function BotForm({ badge, isBusy, isDisabled = false, onSubmit, children, foot }: BotFormProps) {
  return (
    <form
      className="card bot-form c4"
      aria-label="P-BOT"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        // The answer comes in the card beside the form; on phones the docked button can be pressed with it out of view.
        event.currentTarget.nextElementSibling?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <div className="bot-form__main">
        <p>
          <Badge>{badge}</Badge>
        </p>
        <div className="bot-form__fields">{children}</div>
        <Dock>
          <Button
            look="primary"
            size="full"
            type="submit"
            disabled={isDisabled && !isBusy}
            busyLabel={isBusy ? texts.analyzing : undefined}
          >
            {texts.generate}
          </Button>
        </Dock>
      </div>
      <div className="bot-form__foot">{foot}</div>
    </form>
  );
}
