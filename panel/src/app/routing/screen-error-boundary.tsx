import { Component, type ErrorInfo, type ReactNode } from 'react';
import { retryFailedLoads, untilLoaded } from '../../lib/until-loaded.ts';
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

const NO_ERROR = { error: undefined, failed: false } as const;

/** Catches errors of a screen, so that the layout stays; a screen whose code failed to load is shown once it is loaded. */
export class ScreenErrorBoundary extends Component<ScreenErrorBoundaryProps, State> {
  override state: State = { ...NO_ERROR, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true };
  }

  static getDerivedStateFromProps(props: ScreenErrorBoundaryProps, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    return { ...NO_ERROR, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (error instanceof ChunkLoadError) {
      void untilLoaded(error.loadAgain, true).then(() =>
        this.setState((state) => (state.error === error ? NO_ERROR : null)),
      );
      return;
    }
    void untilLoaded(() => import('../client-errors.ts')).then(({ sendClientError }) =>
      sendClientError(error, componentStack ?? ''),
    );
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.state.error instanceof ChunkLoadError) {
      return (
        <ErrorState
          message={appStrings.chunkFailed}
          reason={appStrings.chunkFailedHint}
          onRetry={() => void retryFailedLoads()}
        />
      );
    }
    return <ErrorState message={appStrings.screenFailed} onRetry={() => this.setState(NO_ERROR)} />;
  }
}
