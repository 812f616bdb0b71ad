import type { OwnAccount } from '@hai-dang/contract/account/account.schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liftSetUp, useSetUpRequirement } from '../lib/set-up-requirement.ts';

/**
 * Lets the administrator go on once the account, read after the refusal, no longer has to be set up.
 * @param isBusy true while something is shown that must not be left
 * @returns whether the rest of the panel is still closed
 */
export function useSetUpRelease(account: UseQueryResult<OwnAccount | null>, isBusy: boolean): boolean {
  const since = useSetUpRequirement()?.since;
  const { data, dataUpdatedAt, refetch } = account;
  const isBarred = since !== undefined;
  const mayGo = isBarred && !isBusy && dataUpdatedAt >= since && data?.mustSetUpSecondFactor !== true;
  useEffect(() => {
    if (since !== undefined) void refetch({ cancelRefetch: false });
  }, [since, refetch]);
  useEffect(() => {
    if (mayGo) liftSetUp();
  }, [mayGo]);
  return isBarred;
}
