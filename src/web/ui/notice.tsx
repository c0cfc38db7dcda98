import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';
import './card.css';
import { Component, type ReactNode } from 'react';

interface NoticeProps {
  /** Of what did not load unless another is given. */
  readonly title?: string | undefined;
  readonly hint: string;
  readonly onRetry: () => void;
  readonly className?: string | undefined;
}

/** An error in one line and a hint, with a way to try again. */
export function Notice({ title = texts.didNotLoad, hint, onRetry, className = '' }: NoticeProps) {
  return (
    <div className={`card card__body notice ${className}`} role="alert">
      <b>{title}</b>
      <p className="hint">{hint}</p>
      <TryAgain onPress={onRetry} />
    </div>
  );
}

export function TryAgain({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button look="line" size="small" onClick={onPress}>
      <Icon name="retry" />
      {texts.tryAgain}
    </Button>
  );
}

interface ErrorBoundaryProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Keeps a failure inside one part of the page and offers to start that part again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { className, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Notice
        className={className}
        title={texts.partStopped}
        hint={texts.onlyAPart}
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
