import { subjectViewers } from '@hai-dang/contract/moderation/assignments.events.ts';
import type { SubjectViewer } from '@hai-dang/contract/moderation/assignments.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { Db } from '../../lib/db/database.ts';
import type { ClientSocket } from '../../lib/realtime/dispatch.ts';
import type { Publisher } from '../../lib/realtime/publisher.ts';
import type { SharedViewers } from '../../lib/realtime/shared-viewers.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';

/** The sockets of this server that show who looks at what. */
const ROOM = 'subject-viewers';

interface SubjectViewersOptions {
  db: Db;
  viewers: SharedViewers;
  publisher: Pick<Publisher, 'toRoom'>;
}

type SubscribedSocket = Pick<ClientSocket, 'id' | 'join' | 'onClosed'>;
type ViewedSubject = SubjectRef & { viewers: SubjectViewer[] };

const keyOf = ({ itemType, itemId }: SubjectRef): string => `${itemType}:${itemId}`;

function refOf(key: string): SubjectRef {
  const [type = '', ...id] = key.split(':');
  return toSubjectRef({ subject_type: type, subject_id: id.join(':') });
}

/** Publishes which administrators have a report of which subject open, so that no two decide the same. Nothing of it is stored. */
export function createSubjectViewersService({ db, viewers, publisher }: SubjectViewersOptions) {
  /** The key that each open socket has open or is about to; null for nothing. */
  const wanted = new Map<string, string | null>();

  const describe = async (key: string): Promise<ViewedSubject> => ({
    ...refOf(key),
    viewers: (await viewers.of(key)).map(({ id, username, avatarUrl }) => ({ _id: id, username, avatar: avatarUrl })),
  });

  /** The keys that are being published, and whether they have changed since: the last list is read last. */
  const publishing = new Map<string, { hasChanged: boolean }>();
  async function publish(key: string): Promise<void> {
    const running = publishing.get(key);
    if (running) {
      running.hasChanged = true;
      return;
    }
    const run = { hasChanged: true };
    publishing.set(key, run);
    while (run.hasChanged) {
      run.hasChanged = false;
      // Each server publishes to its own sockets, and each gets every change.
      publisher.toRoom(ROOM, subjectViewers, await describe(key));
    }
    publishing.delete(key);
  }
  viewers.onChange((key) => void publish(key));

  function leave(socketId: string): void {
    wanted.set(socketId, null);
    viewers.leave(socketId);
  }

  const listViewed = async (): Promise<ViewedSubject[]> => Promise.all((await viewers.viewed()).map(describe));

  return {
    /** Returns what administrators have open at any server. */
    listViewed,

    /** A socket receives every change from now on. @returns what is open */
    async follow(socket: SubscribedSocket): Promise<ViewedSubject[]> {
      socket.join(ROOM);
      return listViewed();
    },

    /** An administrator's socket has a report of this subject open, and of no other any more. */
    async view(ref: SubjectRef, accountId: string, socket: SubscribedSocket): Promise<void> {
      if (!wanted.has(socket.id)) {
        socket.onClosed(() => {
          wanted.delete(socket.id);
          viewers.leave(socket.id);
        });
      }
      const key = keyOf(ref);
      if (wanted.get(socket.id) !== key) leave(socket.id);
      wanted.set(socket.id, key);
      const account = await subjectsStore.findAdministrator(db, accountId);
      // The socket may have closed or opened another one meanwhile.
      if (account && wanted.get(socket.id) === key) viewers.join(socket.id, account, key);
    },

    /** Leaves this subject; one that it opened since stays open. */
    leave(ref: SubjectRef, { id }: Pick<SubscribedSocket, 'id'>): void {
      if (wanted.get(id) === keyOf(ref)) leave(id);
    },
  };
}
export type SubjectViewersService = ReturnType<typeof createSubjectViewersService>;
