import { Component, type ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { texts } from './texts.ts';

interface ErrorBoundaryProps {
  /** "The market hours stopped working", or whatever the part is. */
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
