import { defineEndpoint } from '../lib/endpoint.ts';
import { settingsResponseSchema, updateSettingsBodySchema } from './settings.schema.ts';

export const getSettings = defineEndpoint({
  name: 'getSettings',
  feature: 'settings',
  method: 'POST',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'The settings of moderation',
  mutates: false,
  response: settingsResponseSchema,
});

export const updateSettings = defineEndpoint({
  name: 'updateSettings',
  feature: 'settings',
  method: 'PUT',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Change the settings of moderation; a stale version is rejected with the current ones',
  mutates: true,
  body: updateSettingsBodySchema,
  response: settingsResponseSchema,
});
