import type { ReactNode } from 'react';
import { createStore } from '../lib/create-store.ts';

export interface ConfirmOptions {
  readonly title: string;
  readonly message: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: 'danger' | 'default';
  /** There is nothing to cancel: only confirming closes the dialog. */
  readonly mustConfirm?: boolean;
  /** Runs while the dialog shows that it is busy; what it throws is shown in the dialog, which stays open, unless it `isCancelled`. */
  readonly run?: () => Promise<void>;
}

export interface ConfirmRequest extends ConfirmOptions {
  readonly id: number;
  readonly settle: (confirmed: boolean) => void;
}

let lastId = 0;

/** The one question that is being asked; the host in overlay-host.tsx draws it. */
export const confirmRequest = createStore<ConfirmRequest | undefined>(undefined);

function confirm(options: ConfirmOptions): Promise<boolean> {
  confirmRequest.get()?.settle(false);
  return new Promise((resolve) => {
    const request: ConfirmRequest = {
      ...options,
      id: ++lastId,
      settle(confirmed) {
        if (confirmRequest.get() === request) confirmRequest.set(undefined);
        resolve(confirmed);
      },
    };
    confirmRequest.set(request);
  });
}

/**
 * Asks before something is done, in the app's one dialog.
 * @returns a stable function; its promise is true if the person confirmed and `run`, if any, succeeded
 */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  return confirm;
}
