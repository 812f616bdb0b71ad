import {
  getSettings as getEndpoint,
  updateSettings as updateEndpoint,
} from '@hai-dang/contract/moderation/settings.endpoints.ts';
import type { Settings, SettingsFields } from '@hai-dang/contract/moderation/settings.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** The present settings. @throws ApiError */
export async function fetchSettings(signal: AbortSignal): Promise<Settings> {
  return (await callEndpoint(getEndpoint, { signal })).data;
}

/** @throws ApiError; see settingsNow (settings.mutations.ts) for the details of status 409 */
export async function updateSettings(version: number, fields: SettingsFields): Promise<Settings> {
  return (await callEndpoint(updateEndpoint, { body: { ...fields, version } })).data;
}
