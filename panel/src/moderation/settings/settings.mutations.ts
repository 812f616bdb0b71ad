import { getSettings, updateSettings } from '@hai-dang/contract/moderation/settings.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryOf } from '../../lib/endpoint-query.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { toast } from '../../ui/toast.ts';
import { settingsStrings as strings } from './settings.strings.ts';

/** Changes the settings of moderation. */
export function useUpdateSettings() {
  const client = useQueryClient();
  return useEndpointMutation(updateSettings, {
    onSuccess(response) {
      client.setQueryData(queryOf(getSettings).queryKey, response);
      toast.success(strings.saved);
    },
  });
}
