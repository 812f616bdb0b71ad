import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  createWebhookBodySchema,
  updateWebhookBodySchema,
  webhookDeliverySchema,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhooks.schema.ts';

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  feature: 'webhooks',
  method: 'POST',
  path: '/api/admin/webhooks',
  access: 'admin',
  summary: 'All webhooks, oldest first, each with its last deliveries',
  mutates: false,
  response: successSchema(z.array(webhookSchema)),
});

export const createWebhook = defineEndpoint({
  name: 'createWebhook',
  feature: 'webhooks',
  method: 'POST',
  path: '/api/admin/webhooks/create',
  access: 'admin',
  summary: 'Add a webhook; the response has its secret, which no other call returns',
  mutates: true,
  requiresReauthentication: true,
  status: 201,
  body: createWebhookBodySchema,
  response: webhookWithSecretSchema,
});

export const updateWebhook = defineEndpoint({
  name: 'updateWebhook',
  feature: 'webhooks',
  method: 'PUT',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  summary: 'Change a webhook, or pause it; a stale version is rejected with the current one',
  mutates: true,
  requiresReauthentication: true,
  params: idParamsSchema,
  body: updateWebhookBodySchema,
  response: successSchema(webhookSchema),
});

export const renewWebhookSecret = defineEndpoint({
  name: 'renewWebhookSecret',
  feature: 'webhooks',
  method: 'POST',
  path: '/api/admin/webhooks/:id/renew-secret',
  access: 'admin',
  summary: 'Replace the secret of a webhook; deliveries from now on are signed with the new one',
  mutates: true,
  requiresReauthentication: true,
  params: idParamsSchema,
  response: webhookWithSecretSchema,
});

export const testWebhook = defineEndpoint({
  name: 'testWebhook',
  feature: 'webhooks',
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  access: 'admin',
  summary: 'Send an event `test` to a webhook, once; its outcome is in the list',
  mutates: true,
  params: idParamsSchema,
  response: successSchema(webhookDeliverySchema),
});

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  feature: 'webhooks',
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  access: 'admin',
  summary: 'Delete a webhook with what waits for it, for good',
  mutates: true,
  requiresReauthentication: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});
