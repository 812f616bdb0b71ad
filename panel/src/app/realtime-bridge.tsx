import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../lib/session.ts';
import { useSetUpRequirement } from '../lib/set-up-requirement.ts';
import { type PanelSocket, panelSocket } from '../lib/socket.ts';

/**
 * A feature's socket handlers, from its `.realtime.ts`: it subscribes to its events with `socket.on`, applies each to
 * the cache, and refetches with `socket.onConnected` what it may have missed.
 * @returns ends the subscriptions
 */
export type Follow = (
  socket: Pick<PanelSocket, 'on' | 'onConnected' | 'ask' | 'state'>,
  queryClient: QueryClient,
) => () => void;

/**
 * Handlers whose code is loaded after the first render; if it fails to load, the feature only shows what it fetches.
 */
function later(load: () => Promise<Follow>): Follow {
  return (socket, queryClient) => {
    let end: (() => void) | undefined;
    let isOver = false;
    load().then(
      (follow) => {
        if (!isOver) end = follow(socket, queryClient);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  };
}

/** One entry for each feature that receives events. */
const FOLLOWS: readonly Follow[] = [
  later(() => import('../reports/assignment/assignment.realtime.ts').then((module) => module.followAssignments)),
  later(() => import('../reports/reports.realtime.ts').then((module) => module.followReports)),
  later(() => import('../chat/list/chat-list.realtime.ts').then((module) => module.followChatList)),
  later(() => import('../chat/canned-replies/canned-replies.realtime.ts').then((module) => module.followCannedReplies)),
  later(() => import('../moderation/appeals/appeals.realtime.ts').then((module) => module.followAppeals)),
  later(() => import('../moderation/policies/policies.realtime.ts').then((module) => module.followPolicies)),
  later(() => import('../moderation/settings/settings.realtime.ts').then((module) => module.followSettings)),
  later(() => import('../work/work.realtime.ts').then((module) => module.followWork)),
  later(() => import('../chat/outbox/outbox.realtime.ts').then((module) => module.followOutbox)),
];

/** Keeps the socket open while the same administrator is signed in, and passes its events to the features. */
export function RealtimeBridge(): null {
  const queryClient = useQueryClient();
  const current = useSession();
  const token = current?.token;
  const adminId = current?.adminId;
  const isBarred = useSetUpRequirement() !== undefined;

  useEffect(() => {
    const ends = FOLLOWS.map((follow) => follow(panelSocket, queryClient));
    return () => {
      for (const end of ends) end();
    };
  }, [queryClient]);

  useEffect(() => {
    return token === undefined || isBarred ? undefined : panelSocket.open({ token, adminId });
  }, [token, adminId, isBarred]);

  return null;
}
