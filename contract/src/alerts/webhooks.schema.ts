import * as z from 'zod/mini';
import { WEBHOOK_URL_MAX_CHARS } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { ALERT_KINDS } from './alerts.schema.ts';

/** The address of a server, without a user and password; the server decides which addresses may be called. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i;

const webhookUrlSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Vui lòng nhập địa chỉ'),
    z.maxLength(WEBHOOK_URL_MAX_CHARS, `Địa chỉ dài quá ${WEBHOOK_URL_MAX_CHARS} ký tự`),
    z.regex(WEB_ADDRESS, 'Địa chỉ phải bắt đầu bằng https://, không kèm tên đăng nhập'),
  );

const webhookKindsSchema = z.array(z.enum(ALERT_KINDS)).check(
  z.minLength(1, 'Vui lòng chọn ít nhất một loại'),
  z.maxLength(ALERT_KINDS.length),
  z.refine((kinds) => new Set(kinds).size === kinds.length),
);

const WEBHOOK_DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** One message to a webhook, and how its last attempt went. */
export const webhookDeliverySchema = z.object({
  _id: idSchema,
  /** The event: an AlertEvent, or `test`. */
  event: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.int(),
  /** The HTTP status of the last attempt; null where there was no response. */
  status: z.nullable(z.int()),
  /** Why there was none. */
  error: nullableTextSchema,
  createdAt: timestampSchema,
  attemptedAt: z.nullable(timestampSchema),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/** An address that gets alerts as signed calls; its secret is in no response but the two that make one. */
export const webhookSchema = z.object({
  _id: idSchema,
  url: z.string(),
  kinds: z.array(z.enum(ALERT_KINDS)),
  isEnabled: z.boolean(),
  /** Grows with every change. */
  version: z.int(),
  createdAt: timestampSchema,
  /** The last ones, newest first. */
  deliveries: z.array(webhookDeliverySchema),
});
export type Webhook = z.infer<typeof webhookSchema>;

export const createWebhookBodySchema = z.object({ url: webhookUrlSchema, kinds: webhookKindsSchema });
export type CreateWebhookBody = z.infer<typeof createWebhookBodySchema>;

export const updateWebhookBodySchema = z.object({
  ...createWebhookBodySchema.shape,
  isEnabled: z.boolean(),
  /** The version that the change rests on. */
  version: z.int().check(z.minimum(1)),
});
export type UpdateWebhookBody = z.infer<typeof updateWebhookBodySchema>;

/** The webhook with the secret that its receiver verifies by, which is shown this once. */
export const webhookWithSecretSchema = successSchema(z.object({ webhook: webhookSchema, secret: z.string() }));
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>['data'];
