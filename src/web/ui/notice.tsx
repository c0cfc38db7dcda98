import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';
import './card.css';
import { Component, type ReactNode } from 'react';

interface NoticeProps {
  readonly title: string;
  readonly hint: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** An error in one line and a hint, with a way to try again. */
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

interface ErrorBoundaryProps {
  /** For example "The market hours stopped working". */
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Keeps a failure inside one part of the page and offers to start that part again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { title, className = '', children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Notice
        className={className}
        title={title}
        hint={texts.onlyAPart}
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
