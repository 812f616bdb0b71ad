import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { getAppeal, listAppeals } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { subjectAssigned } from '@hai-dang/contract/moderation/assignments.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf, pagesKeyOf } from '../../lib/endpoint-query.ts';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import { mapRows } from '../../lib/map-rows.ts';
import type { PanelSocket } from '../../lib/socket.ts';

/**
 * The socket handler of who handles what, in the lists of appeals and in their sheets (app/realtime-bridge.tsx). A row
 * stays in a list that is limited to one.
 */
export function followAppealAssignees(socket: Pick<PanelSocket, 'on'>, client: QueryClient): () => void {
  return socket.on(subjectAssigned, ({ itemType, itemId, assignee }) => {
    const change = (appeal: Appeal): Appeal =>
      appeal.subject.itemType === itemType && appeal.subject.itemId === itemId ? { ...appeal, assignee } : appeal;
    client.setQueriesData<InfinitePages<Appeal>>(
      { queryKey: pagesKeyOf(listAppeals) },
      (data) => data && mapRows(data, change),
    );
    client.setQueriesData<EndpointResponse<typeof getAppeal>>({ queryKey: keyOf(getAppeal) }, (response) => {
      if (!response || change(response.data.appeal) === response.data.appeal) return response;
      const { data } = response;
      return { ...response, data: { ...data, subject: { ...data.subject, assignee } } };
    });
  });
}
