import { useMutation, useQuery } from '@tanstack/react-query';
import { useInvalidate } from '../lib/use-invalidate.ts';
import {
  createWebhook,
  deleteWebhook,
  fetchWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.api.ts';
import { webhooksKey } from './webhooks.keys.ts';

/** A secret is not cached once it has been shown. */
const FORGOTTEN_AT_ONCE = { gcTime: 0 };

/** All webhooks; null from a backend without webhooks. */
export const useWebhooks = () =>
  useQuery({ queryKey: webhooksKey, queryFn: ({ signal }) => fetchWebhooks(signal), staleTime: 0 });

/** The changes of webhooks; ask for confirmation before one that cannot be taken back. */
export function useWebhookChanges() {
  const onSettled = useInvalidate(webhooksKey);
  return {
    create: useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: createWebhook, onSettled: () => void onSettled() })
      .mutateAsync,
    update: useMutation({ mutationFn: updateWebhook, onSettled: () => void onSettled() }).mutateAsync,
    renew: useMutation({ ...FORGOTTEN_AT_ONCE, mutationFn: renewWebhookSecret, onSettled: () => void onSettled() })
      .mutateAsync,
    test: useMutation({ mutationFn: testWebhook, onSettled: () => void onSettled() }).mutateAsync,
    remove: useMutation({ mutationFn: deleteWebhook, onSettled: () => void onSettled() }).mutateAsync,
  };
}
export type WebhookChanges = ReturnType<typeof useWebhookChanges>;
