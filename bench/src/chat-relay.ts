// The baseline of Socket.IO alone: it acknowledges a message and emits it to the administrators' room, and stores
// nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminConnected } from '@hai-dang/contract/auth/auth.events.ts';
import { sendMessage } from '@hai-dang/contract/chat/chat.events.ts';
import { receiveMessage } from '@hai-dang/contract/chat/conversations.events.ts';
import { createClient } from '@redis/client';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server } from 'socket.io';
import { handleJobs } from './chat-jobs.ts';

/** @property redisUrl of the Redis that connects several relays, if any */
export interface RelayJob {
  redisUrl?: string;
}

const ADMINS_ROOM = 'admins';

/** Several relays over Redis as the adapter's own documentation shows. */
async function listen({ redisUrl }: RelayJob): Promise<string> {
  const server = createServer();
  const client = redisUrl === undefined ? undefined : createClient({ url: redisUrl });
  await client?.connect();
  const io = new Server(server, {
    serveClient: false,
    transports: ['websocket'],
    allowUpgrades: false,
    perMessageDeflate: false,
    httpCompression: false,
    ...(client && { adapter: createAdapter(client) }),
  });
  takeMessages(io);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function takeMessages(io: Server): void {
  io.on('connection', (socket) => {
    socket.on(adminConnected.name, (_id: string, acknowledge: (response: object) => void) => {
      void socket.join(ADMINS_ROOM);
      acknowledge({ success: true });
    });
    socket.on(sendMessage.name, ({ content, type, tempId }, acknowledge: (response: object) => void) => {
      // The same timeout as the server's.
      const message = {
        _id: '019f0000-0000-7000-8000-000000000000',
        content,
        type,
        sender: { _id: socket.id, username: 'Người dùng 1', avatar: null, role: 'user' },
        receiver: null,
        createdAt: new Date().toISOString(),
        read: false,
        isAdminMessage: false,
        seq: 1,
      };
      io.to(ADMINS_ROOM).emit(receiveMessage.name, message);
      acknowledge({ message: { ...message, tempId } });
    });
  });
}

handleJobs<RelayJob>(listen);
