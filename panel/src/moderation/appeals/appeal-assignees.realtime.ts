import type { Appeal, AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { subjectAssigned } from '@hai-dang/contract/moderation/assignments.events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import { mapRows } from '../../lib/map-rows.ts';
import type { PanelSocket } from '../../lib/socket.ts';
import { appealsKeys } from './appeals.keys.ts';

/**
 * The socket handler of who handles what, in the lists of appeals and in their sheets (app/realtime-bridge.tsx). A row
 * stays in a list that is limited to one.
 */
export function followAppealAssignees(socket: Pick<PanelSocket, 'on'>, client: QueryClient): () => void {
  return socket.on(subjectAssigned, ({ itemType, itemId, assignee }) => {
    const change = (appeal: Appeal): Appeal =>
      appeal.subject.itemType === itemType && appeal.subject.itemId === itemId ? { ...appeal, assignee } : appeal;
    client.setQueriesData<InfinitePages<Appeal>>(
      { queryKey: appealsKeys.lists },
      (data) => data && mapRows(data, change),
    );
    client.setQueriesData<AppealDetail>({ queryKey: appealsKeys.details }, (detail) =>
      detail && change(detail.appeal) !== detail.appeal
        ? { ...detail, subject: { ...detail.subject, assignee } }
        : detail,
    );
  });
}
