import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { clientErrorBodySchema } from './client-errors.schema.ts';

export const reportClientError = defineEndpoint({
  name: 'reportClientError',
  feature: 'client-errors',
  method: 'POST',
  path: '/api/admin/client-errors',
  access: 'admin',
  summary: "Write into the server's log that a screen broke; a few of each administrator's, the rest is dropped",
  mutates: false,
  body: clientErrorBodySchema,
  response: acknowledgementSchema,
});
