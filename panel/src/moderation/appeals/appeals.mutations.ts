import type { AppealDetail, DecideAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { otherHolder } from '../../entities/holder.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import { refreshScreens } from '../decisions/decisions.cache.ts';
import { decideAppeal, releaseSubject } from './appeals.api.ts';
import { appealsKeys } from './appeals.keys.ts';
import { appealsStrings as strings } from './appeals.strings.ts';
import { handedOver } from './use-next-appeal.ts';

/** Leaves an appeal to others: its subject is given back, unless a colleague handles it, and it does not come next any more. */
export function useHandOver({ appeal, subject }: AppealDetail, onHandedOver: () => void) {
  const adminId = useSession()?.adminId;
  return useMutation({
    mutationFn: async () => {
      if (!otherHolder(subject.assignee, adminId)) await releaseSubject(appeal.subject);
    },
    onSuccess() {
      handedOver.add(appeal._id);
      toast.success(strings.handedOver);
      onHandedOver();
    },
    onError: (error) => void (isUnauthorized(error) || toast.error(errorMessage(error, strings.handOverFailed))),
  });
}

/** Decides on an appeal; a toast then says what was done. */
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
