import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@hai-dang/contract/alerts/webhooks.endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { orNull } from '../lib/api-error.ts';
import { queryOrNull, toDataOrNull } from '../lib/endpoint-query.ts';
import { useEndpointMutation } from '../lib/use-endpoint-mutation.ts';
import { useInvalidate } from '../lib/use-invalidate.ts';

/** A secret is not cached once it has been shown. */
const FORGOTTEN_AT_ONCE = { gcTime: 0 };

/** All webhooks, oldest first; null from a backend without webhooks. */
export const useWebhooks = () => useQuery({ ...queryOrNull(listWebhooks), select: toDataOrNull, staleTime: 0 });

/** The changes of webhooks; ask for confirmation before one that cannot be taken back. */
export function useWebhookChanges() {
  const invalidate = useInvalidate(['webhooks']);
  const onSettled = () => void invalidate();
  return {
    create: useEndpointMutation(createWebhook, { ...FORGOTTEN_AT_ONCE, onSettled }).mutateAsync,
    update: useEndpointMutation(updateWebhook, { onSettled }).mutateAsync,
    renew: useEndpointMutation(renewWebhookSecret, { ...FORGOTTEN_AT_ONCE, onSettled }).mutateAsync,
    test: useEndpointMutation(testWebhook, { onSettled }).mutateAsync,
    /** Succeeds also if it is no more. */
    remove: useMutation({
      mutationFn: (id: string) => orNull(callEndpoint(deleteWebhook, { params: { id } })),
      onSettled,
    }).mutateAsync,
  };
}
export type WebhookChanges = ReturnType<typeof useWebhookChanges>;
