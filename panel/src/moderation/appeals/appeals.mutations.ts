import { decideAppeal, getAppeal } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { otherHolder } from '../../entities/holder.ts';
import { callEndpoint } from '../../lib/api-client.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { queryOf } from '../../lib/endpoint-query.ts';
import { useSession } from '../../lib/session.ts';
import { useEndpointMutation } from '../../lib/use-endpoint-mutation.ts';
import { toast } from '../../ui/toast.ts';
import { refreshScreens } from '../decisions/decisions.cache.ts';
import { appealsStrings as strings } from './appeals.strings.ts';
import { handedOver } from './use-next-appeal.ts';

/** Leaves an appeal to others: its subject is given back, unless a colleague handles it, and it does not come next any more. */
export function useHandOver({ appeal, subject }: AppealDetail, onHandedOver: () => void) {
  const adminId = useSession()?.adminId;
  return useMutation({
    mutationFn: async () => {
      if (otherHolder(subject.assignee, adminId)) return;
      await callEndpoint(assignSubject, { params: appeal.subject, body: { assigneeId: null } });
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
export function useDecideAppeal() {
  const client = useQueryClient();
  return useEndpointMutation(decideAppeal, {
    onSuccess(response) {
      const { appeal } = response.data;
      client.setQueryData(queryOf(getAppeal, { params: { id: appeal._id } }).queryKey, response);
      toast.success(
        strings.outcomes[appeal.outcome ?? 'closed'],
        appeal.title === null ? {} : { detail: appeal.title },
      );
    },
    // After a rejection too: somebody else has changed what is shown.
    onSettled: () => void refreshScreens(client),
  });
}
