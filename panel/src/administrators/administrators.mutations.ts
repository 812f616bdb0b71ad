import {
  disableAdministrator,
  enableAdministrator,
  endAdministratorSessions,
  inviteAdministrator,
  resetAdministratorSecondFactor,
  withdrawInvitation,
} from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callEndpoint } from '../lib/api-client.ts';
import { errorMessage, isCancelled, isUnauthorized } from '../lib/api-error.ts';
import { sharedStrings } from '../lib/strings.ts';
import { useEndpointMutation } from '../lib/use-endpoint-mutation.ts';
import { toast } from '../ui/toast.ts';
import { administratorsStrings as strings } from './administrators.strings.ts';

/** An account, with the name that messages show. */
export interface Target {
  readonly id: string;
  readonly name: string;
}

/** Refetches the list, not awaited: a dialog closes, and returns the focus, before the list changes below it. */
const refetch = (client: QueryClient): void => void client.invalidateQueries({ queryKey: ['administrators'] });

type ChangeOfOne = typeof withdrawInvitation | typeof endAdministratorSessions | typeof resetAdministratorSecondFactor;

/** A change of one row, after which the list is refetched. */
function useChange(endpoint: ChangeOfOne, done: (name: string) => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Target) => callEndpoint(endpoint, { params: { id } }),
    onSuccess: (_data, { name }) => toast.success(done(name)),
    onSettled: () => refetch(client),
  }).mutateAsync;
}

/** Invites somebody. The link is not cached once it has been shown. */
export function useInviteAdministrator() {
  const client = useQueryClient();
  return useEndpointMutation(inviteAdministrator, { gcTime: 0, onSuccess: () => refetch(client) }).mutateAsync;
}

/** Withdraws an invitation; ask for confirmation before. */
export const useWithdrawInvitation = () => useChange(withdrawInvitation, strings.withdrawn);

/** Ends all sessions of another administrator; ask for confirmation before. */
export const useEndSessions = () => useChange(endAdministratorSessions, strings.sessionsEnded);

/** Takes the two-factor off another administrator; ask for confirmation before. */
export const useResetSecondFactor = () => useChange(resetAdministratorSecondFactor, strings.secondFactorReset);

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function switchOn(client: QueryClient, { id, name }: Target): Promise<void> {
  try {
    await callEndpoint(enableAdministrator, { params: { id } });
    toast.success(strings.switchedOn(name));
  } catch (error) {
    if (!isUnauthorized(error) && !isCancelled(error)) toast.error(errorMessage(error, strings.switchOnFailed));
  } finally {
    refetch(client);
  }
}

/** Switches an administrator on again; a toast says whether that failed. */
export function useSwitchOn(): (target: Target) => Promise<void> {
  const client = useQueryClient();
  return useCallback((target) => switchOn(client, target), [client]);
}

/** Switches an administrator off, with an undo for eight seconds; ask for confirmation before. */
export function useSwitchOff() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Target) => callEndpoint(disableAdministrator, { params: { id } }),
    onSuccess: (_data, target) =>
      toast.success(strings.switchedOff(target.name), {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void switchOn(client, target) },
      }),
    onSettled: () => refetch(client),
  }).mutateAsync;
}
