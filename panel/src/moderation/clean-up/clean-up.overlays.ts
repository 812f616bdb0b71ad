import { createOverlay } from '../../ui/overlay.tsx';

/** An account whose wave of spam is to be ended: disabled, its content taken down, the reports about it closed. */
export interface CleanUpRequest {
  readonly userId: string;
  readonly name: string;
  /** Whether the account is disabled without an end. */
  readonly isDisabled: boolean;
}

export const cleanUpDialog = createOverlay<CleanUpRequest>(() =>
  import('./clean-up-dialog.tsx').then((module) => module.CleanUpDialog),
);
