import { type Settings, type SettingsFields, settingsSchema } from '@hai-dang/contract/moderation/settings.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { updateSettings } from './settings.api.ts';
import { settingsKeys } from './settings.keys.ts';
import { settingsStrings as strings } from './settings.strings.ts';

interface Saving {
  /** The version that the change rests on. */
  readonly version: number;
  readonly fields: SettingsFields;
}

/** Changes the settings of moderation. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, fields }: Saving) => updateSettings(version, fields),
    onSuccess(settings) {
      client.setQueryData<Settings>(settingsKeys.all, settings);
      toast.success(strings.saved);
    },
    onError(error) {
      const now = settingsNow(error);
      if (now) client.setQueryData<Settings>(settingsKeys.all, now);
    },
  });
}

const changedDetailsSchema = z.object({ settings: settingsSchema });

/** The present settings, if a change was rejected because another administrator has changed them. */
export function settingsNow(error: unknown): Settings | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SETTINGS_CHANGED') return undefined;
  return changedDetailsSchema.safeParse(error.details).data?.settings;
}
