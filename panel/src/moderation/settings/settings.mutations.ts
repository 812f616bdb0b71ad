import type { Settings, SettingsFields } from '@hai-dang/contract/moderation/settings.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
  });
}
