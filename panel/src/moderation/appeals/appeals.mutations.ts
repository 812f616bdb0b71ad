import type { DecideAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';
import { refreshScreens } from '../decisions/decisions.cache.ts';
import { decideAppeal } from './appeals.api.ts';
import { appealsKeys } from './appeals.keys.ts';
import { appealsStrings as strings } from './appeals.strings.ts';

/** Decides on an objection; a toast then says what was done. */
export function useDecideAppeal(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DecideAppealBody) => decideAppeal(id, body),
    onSuccess(detail) {
      client.setQueryData(appealsKeys.detail(id), detail);
      toast.success(
        strings.outcomes[detail.appeal.outcome ?? 'closed'],
        detail.appeal.title === null ? {} : { detail: detail.appeal.title },
      );
    },
    // After a rejection too: somebody else has changed what is shown.
    onSettled: () => void refreshScreens(client),
  });
}
