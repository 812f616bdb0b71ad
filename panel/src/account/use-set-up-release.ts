import type { OwnAccount } from '@hai-dang/contract/account/account.schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liftSetUp, useSetUpRequirement } from '../lib/set-up-requirement.ts';

/**
 * Lifts the enrolment requirement once the account, fetched after the rejection, no longer requires it.
 * @param isBusy true while a dialog is shown that must not be left
 * @returns whether the rest of the panel is still locked
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
