import path from 'node:path';
import { collect } from '@hai-dang/contract/lib/collect.ts';
import { getStartScreen } from '../account/preferences.ts';
import { registerChatImagesSockets } from '../chat/images/chat-images.sockets.ts';
import { registerChatSockets } from '../chat/messages/messages.sockets.ts';
import { registerViewerSockets } from '../chat/presence/viewers.sockets.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { Log } from '../lib/logger.ts';
import type { Dispatcher } from '../lib/realtime/dispatch.ts';
import { registerSubjectViewerSockets } from '../moderation/assignments/subject-viewers.sockets.ts';
import { createNoteInChat } from '../moderation/notes/create-note.ts';
import { findPenaltyNotice } from '../moderation/notices/notices.ts';
import type { Services } from './services.ts';

/** Use cases of other features, which a few routes get beside the context of a call. */
const dependenciesOf = ({ mintFirebaseToken }: Services, log: Log) => ({
  getStartScreen,
  findPenalty: findPenaltyNotice,
  mintFirebaseToken,
  log,
});
type RegisterRoutes = (mount: Mount, dependencies: ReturnType<typeof dependenciesOf>) => void;

// The files under /media are no calls of the contract.
const routes = await collect(
  path.join(import.meta.dirname, '..'),
  '!(media)/**/*.routes.ts',
  (value): value is RegisterRoutes => value instanceof Function,
);

/** Gives every endpoint of the wire contract its handler. */
export function registerRoutes(mount: Mount, services: Services, log: Log): void {
  for (const register of routes) register(mount, dependenciesOf(services, log));
}

/** Gives every event that clients send its handler, but for the administrators' room. */
export function registerSockets(dispatcher: Pick<Dispatcher, 'handle'>, services: Services): void {
  const { app } = services;
  registerChatSockets(dispatcher, app, createNoteInChat);
  registerChatImagesSockets(dispatcher, app);
  registerViewerSockets(dispatcher, app, services.chatViewers);
  registerSubjectViewerSockets(dispatcher, services.subjectViewers);
}
