import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server } from 'socket.io';
import { CHATTING_USER_ID, type LegacyData, type LegacyPost, type LegacyUser, legacyData } from './legacy-data.ts';

export const LEGACY_ADMIN = { email: 'quan.tri@example.com', password: 'mật khẩu cũ' };
export const LEGACY_ADMIN_ID = '64f000000000000000000000';
const TOKEN = 'legacy-token';
const POSTS_PER_PAGE = 5;

export interface LegacyBackend {
  baseUrl: string;
  data: LegacyData;
  /** 'POST /api/…' of every call received, in order. */
  calls: string[];
  /** Emits an event to every open socket. */
  emit: (name: string, payload: unknown) => void;
  stop: () => Promise<void>;
}

interface Call {
  data: LegacyData;
  id: string;
  body: Record<string, unknown>;
}
type LegacyResponse = { status?: number; body: unknown };
type Handler = (call: Call) => LegacyResponse;

const ok = (rest: object = {}): LegacyResponse => ({ body: { success: true, ...rest } });
/** Its different responses for an unknown user. */
const RESPONSES_OF_UNKNOWN_USERS: Record<string, LegacyResponse> = {
  'du-lieu-rong': { body: { success: true, data: null } },
  'bi-tu-choi': { body: { success: false, message: 'Không có' } },
};
const missing: LegacyResponse = { status: 404, body: { success: false, message: 'Không tìm thấy' } };

/**
 * A backend of the same product without this server's extensions: unpaged lists, no series, no counts, no logout, no
 * restore; an unknown route returns an HTML page, as its framework does.
 */
const routes: Record<string, Handler> = {
  'POST /api/admin/login': ({ body }) =>
    body['email'] === LEGACY_ADMIN.email && body['password'] === LEGACY_ADMIN.password
      ? {
          body: {
            token: TOKEN,
            admin: { id: LEGACY_ADMIN_ID, username: 'admin', email: LEGACY_ADMIN.email },
          },
        }
      : { status: 401, body: { message: 'Sai thông tin đăng nhập' } },
  'POST /api/admin/dashboard-stats': ({ data }) =>
    ok({
      message: 'ok',
      data: {
        users: { total: data.users.length, new: 3 },
        posts: {
          total: data.posts.length + data.travelPosts.length,
          new: 0,
          feeds: { total: data.posts.length, new: 2 },
          travelPosts: { total: data.travelPosts.length, new: 1 },
        },
      },
    }),
  'POST /api/admin/users': ({ data }) => ok({ data: data.users }),
  'POST /api/admin/users/search': ({ data, body }) => ok({ data: { users: search(data.users, body) } }),
  'POST /api/admin/users/:id/status': (call) => withUser(call, ({ vohieuhoa }) => ok({ isDisabled: vohieuhoa })),
  'POST /api/admin/users/:id/disable': (call) => withUser(call, (user) => setDisabled(user, true)),
  'POST /api/admin/users/:id/enable': (call) => withUser(call, (user) => setDisabled(user, false)),
  'DELETE /api/admin/users/:id': (call) =>
    withUser(call, (user) => {
      call.data.users = call.data.users.filter((other) => other !== user);
      return ok();
    }),
  'POST /api/admin/users/detail/:id': (call) =>
    // The response for a user who is not found is a 200 as well.
    findUser(call, (user) => ok({ data: { ...user, tuoi: '31', home: 'Huế', bio: null, followersCount: null } })),
  'POST /api/admin/users/:id/posts': ({ data, id, body }) => {
    const posts = data.posts.filter(({ owner }) => owner === id);
    const start = (Number(body['page'] ?? 1) - 1) * POSTS_PER_PAGE;
    return ok({
      data: {
        posts: posts.slice(start, start + POSTS_PER_PAGE).map((post) => withAuthor(data, post, 'user')),
        pagination: { totalPages: Math.ceil(posts.length / POSTS_PER_PAGE), totalPosts: posts.length },
      },
    });
  },
  'POST /api/admin/users/:id/travel': ({ data, id }) => {
    const own = data.travelPosts.filter(({ owner }) => owner === id);
    return ok({ data: { travelPosts: own.map((post) => withAuthor(data, post, 'author')) } });
  },
  'POST /api/admin/posts/:id': ({ data, id }) => {
    const post = data.posts.find(({ _id }) => _id === id);
    return post ? ok({ data: withAuthor(data, post, 'user') }) : missing;
  },
  'DELETE /api/admin/deletePost/:id': ({ data, id }) => {
    data.posts = data.posts.filter(({ _id }) => _id !== id);
    return ok();
  },
  'DELETE /api/admin/travel/:id': ({ data, id }) => {
    data.travelPosts = data.travelPosts.filter(({ _id }) => _id !== id);
    return ok();
  },
  /** With a search it lists all users, without one the online users; a row has no field that says which. */
  'POST /api/admin/online-users': ({ data, body }) => {
    const term = body['search'];
    if (typeof term !== 'string') return ok({ data: { users: data.users.filter(isOnline).map(toChatUser) } });
    return ok({ data: { users: search(data.users, { searchTerm: term }).map(toChatUser) } });
  },
  'POST /api/admin/chat/:id': ({ data, id }) => ok({ data: data.messages.filter(({ owner }) => owner === id) }),
  'POST /api/reports/admin/all': ({ data }) => ok({ data: data.reports }),
  /** The reporter and the subject are ids only, to be fetched by further calls. */
  'POST /api/reports/admin/detail/:id': ({ data, id }) => {
    const report = data.reports.find(({ _id }) => _id === id);
    return report ? ok({ data: report }) : missing;
  },
  'POST /api/reports/admin/:id': ({ data, id, body }) => {
    const report = data.reports.find(({ _id }) => _id === id);
    if (!report) return missing;
    report.status = String(body['status']);
    return ok();
  },
  'DELETE /api/reports/admin/:id': ({ data, id }) => {
    data.reports = data.reports.filter(({ _id }) => _id !== id);
    return ok();
  },
};

function findUser(call: Call, respond: (user: LegacyUser) => LegacyResponse): LegacyResponse {
  return call.data.users.some(({ _id }) => _id === call.id)
    ? withUser(call, respond)
    : (RESPONSES_OF_UNKNOWN_USERS[call.id] ?? missing);
}

function withUser({ data, id }: Call, respond: (user: LegacyUser) => LegacyResponse): LegacyResponse {
  const user = data.users.find(({ _id }) => _id === id);
  return user ? respond(user) : missing;
}

function setDisabled(user: LegacyUser, isDisabled: boolean): LegacyResponse {
  user.vohieuhoa = isDisabled;
  return ok();
}

function search(users: readonly LegacyUser[], body: Record<string, unknown>): LegacyUser[] {
  const term = String(body['searchTerm'] ?? '').toLowerCase();
  return users.filter(({ username, email }) => `${username} ${email}`.toLowerCase().includes(term));
}

const isOnline = ({ _id }: LegacyUser): boolean => _id === CHATTING_USER_ID;

const toChatUser = ({ _id, username, avatar }: LegacyUser) => ({
  _id,
  username,
  avatar,
  lastActive: '2026-05-01T00:00:00.000Z',
  unreadCount: 0,
});

function withAuthor(data: LegacyData, { owner, ...post }: LegacyPost, key: 'user' | 'author') {
  const { username, avatar } = data.users.find(({ _id }) => _id === owner) ?? {};
  return { ...post, [key]: { username, avatar, verified: true } };
}

/** Starts it on a free port. */
export async function startLegacyBackend(): Promise<LegacyBackend> {
  const data = legacyData();
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void handleRequest(request, response, data, calls);
  });
  const sockets = openSockets(server, data);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    data,
    calls,
    emit: (name, payload) => sockets.emit(name, payload),
    stop: async () => {
      server.closeAllConnections();
      await sockets.close();
    },
  };
}

/** Its events contain user ids only, and it confirms a message by a status event, without an acknowledgement. */
function openSockets(server: HttpServer, data: LegacyData): Server {
  const sockets = new Server(server, { transports: ['websocket'], cors: { origin: true, credentials: true } });
  sockets.on('connection', (socket) => {
    socket.on('admin_connected', () =>
      socket.emit(
        'onlineUsers',
        data.users.filter(isOnline).map(({ _id }) => ({ _id })),
      ),
    );
    socket.on('admin_message', (payload: { userId: string; text: string; adminId: string; tempId: string }) => {
      const { userId, text, adminId, tempId } = payload;
      const _id = `64f05${String(data.messages.length).padStart(19, '0')}`;
      data.messages.push({
        _id,
        owner: userId,
        content: text,
        type: 'text',
        sender: { _id: adminId, role: 'admin' },
        receiver: userId,
        createdAt: new Date().toISOString(),
        read: false,
      });
      socket.emit('message_sent', { status: 'sent', messageId: _id, tempId, timestamp: Date.now() });
    });
  });
  return sockets;
}

async function handleRequest(request: IncomingMessage, response: ServerResponse, data: LegacyData, calls: string[]) {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
  if (request.method === 'OPTIONS') return response.writeHead(204).end();

  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  calls.push(`${request.method} ${path}`);
  const body = await readBody(request);
  const [handler, id] = match(request.method ?? '', path);
  if (!handler) return response.writeHead(404, { 'content-type': 'text/html' }).end(`Cannot ${request.method} ${path}`);
  if (!path.endsWith('/login') && request.headers.authorization !== `Bearer ${TOKEN}`) {
    return send(response, { status: 401, body: { success: false, message: 'Unauthorized' } });
  }
  return send(response, handler({ data, id, body }));
}

function send(response: ServerResponse, { status = 200, body }: LegacyResponse) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The handler of the first route that matches, and the value of `:id`. */
function match(method: string, path: string): [Handler | undefined, string] {
  for (const [route, handler] of Object.entries(routes)) {
    const pattern = new RegExp(`^${route.replace(':id', '([^/]+)')}$`);
    const found = pattern.exec(`${method} ${path}`);
    if (found) return [handler, found[1] ?? ''];
  }
  return [undefined, ''];
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
