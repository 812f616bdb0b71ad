import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { notesChanged } from '@hai-dang/contract/moderation/notes.events.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pagesKeyOf } from '../../lib/endpoint-query.ts';
import { createEventHandlers } from '../../lib/socket-events.ts';
import { followNotes } from './notes.realtime.ts';

test('followNotes: the notes of the changed subject are refetched, and after a reconnect those of any', () => {
  const client = new QueryClient();
  const keyOfUser = (itemId: string) => pagesKeyOf(listNotes, { params: { itemType: 'User', itemId } });
  const isStale = (itemId: string) => client.getQueryState(keyOfUser(itemId))?.isInvalidated;
  for (const id of ['u1', 'u2']) client.setQueryData(keyOfUser(id), { pages: [], pageParams: [] });
  const handlers = createEventHandlers();
  let connect = () => {};
  const onConnected = (callback: () => void) => {
    connect = callback;
    return () => {};
  };
  followNotes({ on: handlers.on, onConnected }, client);
  handlers.deliver(notesChanged.name, { itemType: 'User', itemId: 'u1' });
  expect([isStale('u1'), isStale('u2')]).toEqual([true, false]);
  connect();
  expect(isStale('u2')).toBe(true);
});
