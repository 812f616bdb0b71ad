import {
  type Webhook,
  type WebhookDelivery,
  webhookDeliverySchema,
} from '@hai-dang/contract/alerts/webhooks.schema.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** A delivery as it crosses the wire; its body stays here. */
export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  event: row.event,
  state: webhookDeliverySchema.shape.state.parse(row.state),
  attempts: row.attempts,
  status: row.last_status,
  error: row.last_error,
  createdAt: row.created_at.toISOString(),
  attemptedAt: row.last_attempt_at?.toISOString() ?? null,
});

/** A webhook as it crosses the wire, without its secret. */
export const toWebhook = (row: WebhookRow, deliveries: readonly DeliveryRow[]): Webhook => ({
  _id: row.id,
  url: row.url,
  kinds: row.kinds,
  isEnabled: row.is_enabled,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  deliveries: deliveries.filter(({ webhook_id: id }) => id === row.id).map(toDelivery),
});
