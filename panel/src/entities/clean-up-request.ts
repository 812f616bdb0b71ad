import { createStore } from '../lib/create-store.ts';

/** An account whose wave of spam is to be ended: disabled, its content taken down, the reports about it closed. */
export interface CleanUpRequest {
  readonly userId: string;
  readonly name: string;
  /** Without an end. */
  readonly isDisabled: boolean;
}

/** The pending request; the host in app/bulk-host.tsx renders the dialog. */
export const cleanUpRequest = createStore<CleanUpRequest | undefined>(undefined);
