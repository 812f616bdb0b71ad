import { UNDO_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import type { Policy, PolicyFields } from '@hai-dang/contract/moderation/policies.schema.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { toast } from '../../ui/toast.ts';
import { createPolicy, disablePolicy, updatePolicy } from './policies.api.ts';
import { policiesKeys } from './policies.keys.ts';
import { policiesStrings as strings } from './policies.strings.ts';

/** Not awaited: a dialog closes, and returns the focus, before the list changes below it. */
const refetch = (client: QueryClient): void => void client.invalidateQueries({ queryKey: policiesKeys.all });

interface Saving {
  /** The version that a change rests on; undefined adds a new rule. */
  readonly base: Pick<Policy, 'key' | 'version'> | undefined;
  readonly fields: PolicyFields;
}

/** Adds or changes a rule. */
export function useSavePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ base, fields }: Saving) => (base ? updatePolicy(base, fields) : createPolicy(fields)),
    onSuccess: ({ title }, { base }) => toast.success(base ? strings.saved(title) : strings.added(title)),
    onSettled: () => refetch(client),
  });
}

/** Runs from a toast that may outlive the screen, so it uses only the cache. */
async function switchOn(client: QueryClient, policy: Policy): Promise<boolean> {
  try {
    const { title } = await updatePolicy(policy, { isEnabled: true });
    toast.success(strings.switchedOn(title));
    return true;
  } catch (error) {
    if (!isUnauthorized(error)) toast.error(errorMessage(error, strings.switchOnFailed));
    return false;
  } finally {
    refetch(client);
  }
}

/** Switches a rule off, with an undo for eight seconds; ask for confirmation before. */
export function useDisablePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: disablePolicy,
    onSuccess: (policy) =>
      toast.success(strings.switchedOff(policy.title), {
        durationMs: UNDO_WINDOW_MS,
        action: { label: sharedStrings.undo, onClick: () => void switchOn(client, policy) },
      }),
    onSettled: () => refetch(client),
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
