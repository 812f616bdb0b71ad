import { getPreferences, updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type UpdatePreferencesBody,
} from '@hai-dang/contract/account/preferences.schema.ts';
import { respondTo } from './responses.ts';

/**
 * Stores preferences as the server does, for the rest of a test; the browser knows them from the start.
 * @returns the changes that the panel has sent
 */
export function respondWithPreferences(fields: Partial<Preferences> = {}): UpdatePreferencesBody[] {
  let preferences: Preferences = { ...DEFAULT_PREFERENCES, ...fields };
  localStorage.setItem('preferences:admin', JSON.stringify(preferences));
  const changes: UpdatePreferencesBody[] = [];
  const response = () => ({ success: true as const, preferences, isEmailAvailable: false });
  respondTo(getPreferences, response);
  respondTo(updatePreferences, ({ body }) => {
    changes.push(body);
    preferences = { ...preferences, ...body } as Preferences;
    return response();
  });
  return changes;
}
