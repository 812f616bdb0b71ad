import { createStore } from './create-store.ts';

interface ReauthenticationRequest {
  readonly settle: (isConfirmed: boolean) => void;
}

/** The pending request; the host in app/reauthentication-host.tsx renders its dialog. */
export const reauthenticationRequest = createStore<ReauthenticationRequest | undefined>(undefined);
let pending: Promise<boolean> | undefined;

/**
 * Asks the administrator for the password. Concurrent calls that need it share one request.
 * @returns whether the server has accepted it; false if the dialog was cancelled
 */
export function reauthenticate(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    reauthenticationRequest.set({
      settle(isConfirmed) {
        pending = undefined;
        reauthenticationRequest.set(undefined);
        resolve(isConfirmed);
      },
    });
  });
  return pending;
}
