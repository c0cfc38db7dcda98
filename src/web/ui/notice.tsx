import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';
import './card.css';
import './notice.css';

interface NoticeProps {
  readonly title: string;
  readonly hint: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** What went wrong, in one line and a hint, with a way to try again. */
export function Notice({ title, hint, onRetry, className = '' }: NoticeProps) {
  return (
    <div className={`card card__body notice ${className}`} role="alert">
      <b>{title}</b>
      <p className="hint">{hint}</p>
      <Button look="line" size="small" onClick={onRetry}>
        <Icon name="retry" />
        {texts.tryAgain}
      </Button>
    </div>
  );
}
