import {
  createWebhook as createEndpoint,
  deleteWebhook as deleteEndpoint,
  listWebhooks,
  renewWebhookSecret as renewEndpoint,
  testWebhook as testEndpoint,
  updateWebhook as updateEndpoint,
} from '@hai-dang/contract/alerts/webhooks.endpoints.ts';
import type {
  CreateWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookWithSecret,
} from '@hai-dang/contract/alerts/webhooks.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { orNull } from '../lib/api-error.ts';

/**
 * All webhooks, oldest first; null from a backend without webhooks.
 * @throws ApiError
 */
export async function fetchWebhooks(signal: AbortSignal): Promise<readonly Webhook[] | null> {
  return (await orNull(callEndpoint(listWebhooks, { signal })))?.data ?? null;
}

/** @throws ApiError */
export async function createWebhook(body: CreateWebhookBody): Promise<WebhookWithSecret> {
  return (await callEndpoint(createEndpoint, { body })).data;
}

/** @throws ApiError */
export async function updateWebhook({ id, body }: { id: string; body: UpdateWebhookBody }): Promise<Webhook> {
  return (await callEndpoint(updateEndpoint, { params: { id }, body })).data;
}

/** @throws ApiError */
export async function renewWebhookSecret(id: string): Promise<WebhookWithSecret> {
  return (await callEndpoint(renewEndpoint, { params: { id } })).data;
}

/** @throws ApiError */
export async function testWebhook(id: string): Promise<void> {
  await callEndpoint(testEndpoint, { params: { id } });
}

/** Deletes a webhook; succeeds also if it is no more. @throws ApiError */
export async function deleteWebhook(id: string): Promise<void> {
  await orNull(callEndpoint(deleteEndpoint, { params: { id } }));
}
