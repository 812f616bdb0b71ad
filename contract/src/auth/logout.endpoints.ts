import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';

/** In a file of its own: every screen has it, and none after the sign-in needs the calls that sign in. */
export const logout = defineEndpoint({
  name: 'logout',
  feature: 'auth',
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  allowedBeforeTwoFactor: true,
  summary: 'Revoke the token that makes the call',
  mutates: true,
  response: acknowledgementSchema,
});
