import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import { useState } from 'react';
import { useBeginSecondFactor } from './account.mutations.ts';

export interface SecondFactorSetUp {
  /** The secret for the app; undefined without an enrolment in progress. */
  readonly secret: SecondFactorSecret | undefined;
  /** @throws ApiError */
  readonly begin: () => Promise<void>;
  /** Clears the secret, whether it has been confirmed or not. */
  readonly end: () => void;
}

/** The two-factor enrolment. The secret is only in this component's state, and is lost when it unmounts. */
export function useSetUp(): SecondFactorSetUp {
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const { mutateAsync: beginSetUp } = useBeginSecondFactor();
  return {
    secret,
    begin: async () => {
      // Prefetched: once the server has made recovery codes, a failed load must not prevent showing them.
      void import('../ui/confirm-dialog.tsx').catch(() => undefined);
      setSecret(await beginSetUp({}));
    },
    end: () => setSecret(undefined),
  };
}
