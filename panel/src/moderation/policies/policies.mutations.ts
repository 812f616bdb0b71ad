import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { createPolicy, disablePolicy, updatePolicy } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy, PolicyFields } from '@hai-dang/contract/moderation/policies.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { toast } from '../../ui/toast.ts';
import { policiesStrings as strings } from './policies.strings.ts';

/** Refetches the rules and their letters. Not awaited: a dialog closes, and returns the focus, before the list changes below it. */
export function refetchPolicies(client: QueryClient): void {
  for (const feature of ['policies', 'letters']) void client.invalidateQueries({ queryKey: [feature] });
}

interface Saving {
  /** The version that a change rests on; undefined adds a new rule. */
  readonly base: Pick<Policy, 'key' | 'version'> | undefined;
  readonly fields: PolicyFields;
}

/** Adds or changes a rule. */
export function useSavePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ base, fields }: Saving) =>
      base
        ? callEndpoint(updatePolicy, { params: { key: base.key }, body: { ...fields, version: base.version } })
        : callEndpoint(createPolicy, { body: fields }),
    onSuccess: ({ data: { title } }, { base }) => toast.success(base ? strings.saved(title) : strings.added(title)),
    onSettled: () => refetchPolicies(client),
  });
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function switchOn(client: QueryClient, { key, version }: Policy): Promise<boolean> {
  try {
    const { data } = await callEndpoint(updatePolicy, { params: { key }, body: { isEnabled: true, version } });
    toast.success(strings.switchedOn(data.title));
    return true;
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.switchOnFailed));
    return false;
  } finally {
    refetchPolicies(client);
  }
}

/** Switches a rule off, with an undo for eight seconds; ask for confirmation before. */
export function useDisablePolicy() {
  const client = useQueryClient();
  return useEndpointMutation(disablePolicy, {
    onSuccess: ({ data: policy }) =>
      toast.success(strings.switchedOff(policy.title), {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void switchOn(client, policy) },
      }),
    onSettled: () => refetchPolicies(client),
  });
}

/**
 * Switches a rule on again.
 * @returns a function; its promise is false if that failed, which a toast says
 */
export function useEnablePolicy(): (policy: Policy) => Promise<boolean> {
  const client = useQueryClient();
  return (policy) => switchOn(client, policy);
}
