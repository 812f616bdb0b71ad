import { defineEndpoint } from '../lib/endpoint.ts';
import { preferencesResponseSchema, updatePreferencesBodySchema } from './preferences.schema.ts';

export const getPreferences = defineEndpoint({
  name: 'getPreferences',
  feature: 'preferences',
  method: 'GET',
  path: '/api/admin/account/preferences',
  access: 'admin',
  summary: 'What the caller has chosen for the panel',
  mutates: false,
  response: preferencesResponseSchema,
});

export const updatePreferences = defineEndpoint({
  name: 'updatePreferences',
  feature: 'preferences',
  method: 'PUT',
  path: '/api/admin/account/preferences',
  access: 'admin',
  summary: 'Change what the caller has chosen for the panel; what is left out stays as it is',
  mutates: true,
  // How one's own screen looks concerns nobody else.
  unaudited: true,
  body: updatePreferencesBodySchema,
  response: preferencesResponseSchema,
});
