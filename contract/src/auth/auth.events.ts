import * as z from 'zod/mini';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { defineEvent } from '../lib/event.ts';
import { idSchema } from '../lib/fields.ts';

/** Bare, as legacy panels send it, or with its name. */
const adminIdSchema = z.union([idSchema, z.object({ adminId: idSchema })]);

export const adminConnected = defineEvent({
  name: 'admin_connected',
  direction: 'toServer',
  access: 'admin',
  summary: "Join the administrators' room",
  payload: adminIdSchema,
  ack: acknowledgementSchema,
});

export const adminDisconnect = defineEvent({
  name: 'admin_disconnect',
  direction: 'toServer',
  access: 'admin',
  summary: "Leave the administrators' room",
  payload: z.nullish(adminIdSchema),
  ack: acknowledgementSchema,
});
