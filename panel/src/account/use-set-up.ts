import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import { useState } from 'react';
import { useBeginSecondFactor } from './account.mutations.ts';

export interface SecondFactorSetUp {
  /** What is to be brought into the app; undefined while nothing is being set up. */
  readonly secret: SecondFactorSecret | undefined;
  /** @throws ApiError */
  readonly begin: () => Promise<void>;
  /** Forgets the secret, whether it has been confirmed or not. */
  readonly end: () => void;
}

/** The way to a second factor. The secret is nowhere but in this component's state, and goes with it. */
export function useSetUp(): SecondFactorSetUp {
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const { mutateAsync: beginSetUp } = useBeginSecondFactor();
  return {
    secret,
    begin: async () => {
      // Fetched now: once the server has made recovery codes, nothing may keep them from being shown.
      void import('../ui/confirm-dialog.tsx').catch(() => undefined);
      setSecret(await beginSetUp());
    },
    end: () => setSecret(undefined),
  };
}
