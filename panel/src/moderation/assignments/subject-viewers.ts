import { adminLeaveSubject, adminViewSubject } from '@hai-dang/contract/moderation/assignments.events.ts';
import type { SubjectViewer } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { useEffect, useMemo } from 'react';
import { createStore, useStore } from '../../lib/create-store.ts';
import { useSession } from '../../lib/session.ts';
import { panelSocket } from '../../lib/socket.ts';
import { startViewing } from '../../lib/viewing.ts';

type Viewers = ReadonlyMap<string, readonly SubjectViewer[]>;

/** The administrators who have each subject open, as far as published. */
export const viewersBySubject = createStore<Viewers>(new Map());

const NONE: readonly SubjectViewer[] = [];
export const viewedKey = ({ itemType, itemId }: { itemType: string; itemId: string }) => `${itemType}:${itemId}`;

/** The other administrators who have a report of a subject open. */
export function useSubjectViewers(itemType: string, itemId: string | undefined): readonly SubjectViewer[] {
  const adminId = useSession()?.adminId;
  const all = useStore(viewersBySubject);
  const viewers = itemId === undefined ? NONE : (all.get(viewedKey({ itemType, itemId })) ?? NONE);
  return useMemo(() => viewers.filter(({ _id }) => _id !== adminId), [viewers, adminId]);
}

/** Publishes that this administrator has a report of a subject open. */
export function useViewSubject(subject: SubjectRef | undefined): void {
  const { itemType, itemId } = subject ?? {};
  useEffect(() => {
    if (itemType === undefined || itemId === undefined) return undefined;
    return startViewing(panelSocket, {
      join: () => panelSocket.send(adminViewSubject, { itemType, itemId }),
      leave: () => panelSocket.send(adminLeaveSubject, { itemType, itemId }),
    });
  }, [itemType, itemId]);
}
