import { Component, type ErrorInfo, type ReactNode } from 'react';
import { sharedStrings } from '../../lib/strings.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { appStrings } from '../app.strings.ts';
import { ChunkLoadError } from './lazy-screen.tsx';

interface ScreenErrorBoundaryProps {
  readonly children: ReactNode;
  /** A change of this value, for instance of the path, clears the error. */
  readonly resetKey: string;
}

interface State {
  readonly error: unknown;
  readonly failed: boolean;
  readonly resetKey: string;
}

/** Catches errors of a screen, so that the layout stays. */
export class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, State> {
  override state: State = { error: undefined, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(props: ScreenErrorBoundaryProps, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    return { error: undefined, failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (error instanceof ChunkLoadError) return;
    import('../client-errors.ts').then(
      ({ sendClientError }) => sendClientError(error, componentStack ?? ''),
      () => undefined,
    );
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    // The module loader caches a failed import until the page is reloaded, perhaps with newer file names.
    if (this.state.error instanceof ChunkLoadError) {
      return (
        <ErrorState
          message={appStrings.chunkFailed}
          reason={appStrings.chunkFailedHint}
          retryLabel={sharedStrings.reload}
          onRetry={() => window.location.reload()}
        />
      );
    }
    return (
      <ErrorState
        message={appStrings.screenFailed}
        onRetry={() => this.setState({ error: undefined, failed: false })}
      />
    );
  }
}
