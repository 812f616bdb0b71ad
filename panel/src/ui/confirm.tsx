import type { ReactNode } from 'react';
import { createOverlay } from './overlay.tsx';

/** The action that a confirmation runs. */
export interface ConfirmedRun {
  /**
   * Runs while the dialog shows that it is busy; if it throws, the dialog stays open, unless the error `isCancelled`.
   */
  readonly run: () => Promise<unknown>;
  /** The dialog's message for an error of `run`. */
  readonly explain: (error: unknown) => string;
}

export type ConfirmOptions = (ConfirmedRun | { readonly run?: undefined }) & {
  readonly title: string;
  readonly message: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: 'danger' | 'default';
  /** There is nothing to cancel: only confirming closes the dialog. */
  readonly mustConfirm?: boolean;
};

export type ConfirmRequest = ConfirmOptions & {
  readonly id: number;
  readonly settle: (confirmed: boolean) => void;
};

let lastId = 0;

const dialog = createOverlay<ConfirmRequest>(
  () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  ({ settle }) => settle(false),
);

function confirm(options: ConfirmOptions): Promise<boolean> {
  dialog.close();
  return new Promise((resolve) => {
    let isConfirmed = false;
    const request: ConfirmRequest = {
      ...options,
      id: ++lastId,
      // The dialog is gone before the caller goes on, which may move the focus.
      settle(confirmed) {
        isConfirmed ||= confirmed;
        if (dialog.opened.get()?.request === request) dialog.close();
        else resolve(isConfirmed);
      },
    };
    dialog.open(request);
  });
}

/**
 * Asks for confirmation in the app's one dialog.
 * @returns a stable function; its promise is true if the user confirmed and `run`, if any, succeeded
 */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  return confirm;
}
