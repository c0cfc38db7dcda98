import { Component, type ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface ErrorBoundaryProps {
  /** What stopped working, as the sentence's subject: "The market hours". */
  readonly part: string;
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
    const { part, className = '', children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Notice
        className={className}
        title={`${part} stopped working`}
        hint="The rest of the page goes on. If it happens again, reload the page."
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
