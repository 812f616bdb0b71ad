import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import { useState } from 'react';
import { useBeginSecondFactor, useConfirmSecondFactor, useRenewRecoveryCodes } from './account.mutations.ts';

export interface SecondFactorSetUp {
  /** What is to be brought into the app; undefined while nothing is being set up. */
  readonly secret: SecondFactorSecret | undefined;
  /** Recovery codes that are being shown, this once. */
  readonly codes: readonly string[] | undefined;
  /** @throws ApiError */
  readonly begin: () => Promise<void>;
  /** @throws ApiError */
  readonly confirm: (code: string) => Promise<void>;
  /** @throws ApiError */
  readonly renew: () => Promise<void>;
  readonly cancel: () => void;
  readonly forgetCodes: () => void;
}

/** The way to a second factor. Secret and codes are nowhere but in this component's state, and go with it. */
export function useSetUp(): SecondFactorSetUp {
  const [secret, setSecret] = useState<SecondFactorSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { mutateAsync: beginSetUp } = useBeginSecondFactor();
  const { mutateAsync: confirmCode } = useConfirmSecondFactor();
  const { mutateAsync: renewCodes } = useRenewRecoveryCodes();
  return {
    secret,
    codes,
    begin: async () => setSecret(await beginSetUp()),
    confirm: async (code) => {
      setCodes(await confirmCode(code));
      setSecret(undefined);
    },
    renew: async () => setCodes(await renewCodes()),
    cancel: () => setSecret(undefined),
    forgetCodes: () => setCodes(undefined),
  };
}
