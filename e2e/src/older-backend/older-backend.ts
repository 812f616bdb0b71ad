import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CHATTING_USER_ID, type OlderData, type OlderPost, type OlderUser, olderData } from './older-data.ts';

export const OLDER_ADMIN = { email: 'quan.tri@example.com', password: 'mật khẩu cũ' };
const TOKEN = 'older-token';
const POSTS_PER_PAGE = 5;

export interface OlderBackend {
  baseUrl: string;
  data: OlderData;
  /** 'POST /api/…' of every call it got, in order. */
  calls: string[];
  stop: () => Promise<void>;
}

interface Call {
  data: OlderData;
  id: string;
  body: Record<string, unknown>;
}
type Answer = { status?: number; body: unknown };
type Handler = (call: Call) => Answer;

const ok = (rest: object = {}): Answer => ({ body: { success: true, ...rest } });
const missing: Answer = { status: 404, body: { success: false, message: 'Không tìm thấy' } };

/**
 * A backend of the same product from before this server's additions: whole lists without pagination, no series, no
 * counts, no logout, nothing to restore; what it does not know is answered with a page of HTML, as its framework does.
 */
const routes: Record<string, Handler> = {
  'POST /api/admin/login': ({ body }) =>
    body['email'] === OLDER_ADMIN.email && body['password'] === OLDER_ADMIN.password
      ? {
          body: {
            token: TOKEN,
            admin: { id: '64f000000000000000000000', username: 'admin', email: OLDER_ADMIN.email },
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
    withUser(call, (user) => ok({ data: { ...user, tuoi: '31', home: 'Huế' } })),
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
  /** With a search those who are listed, without one those who are online: nothing in a row says which. */
  'POST /api/admin/online-users': ({ data, body }) => {
    const term = body['search'];
    if (typeof term !== 'string') return ok({ data: { users: data.users.filter(isOnline).map(toChatUser) } });
    return ok({ data: { users: search(data.users, { searchTerm: term }).map(toChatUser) } });
  },
  'POST /api/admin/chat/:id': ({ data, id }) => ok({ data: data.messages.filter(({ owner }) => owner === id) }),
  'POST /api/reports/admin/all': ({ data }) => ok({ data: data.reports }),
  /** Who filed it and what it is of are to be asked for: it tells their ids. */
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

function withUser({ data, id }: Call, answer: (user: OlderUser) => Answer): Answer {
  const user = data.users.find(({ _id }) => _id === id);
  return user ? answer(user) : missing;
}

function setDisabled(user: OlderUser, isDisabled: boolean): Answer {
  user.vohieuhoa = isDisabled;
  return ok();
}

function search(users: readonly OlderUser[], body: Record<string, unknown>): OlderUser[] {
  const term = String(body['searchTerm'] ?? '').toLowerCase();
  return users.filter(({ username, email }) => `${username} ${email}`.toLowerCase().includes(term));
}

const isOnline = ({ _id }: OlderUser): boolean => _id === CHATTING_USER_ID;

const toChatUser = ({ _id, username, avatar }: OlderUser) => ({
  _id,
  username,
  avatar,
  lastActive: '2026-05-01T00:00:00.000Z',
  unreadCount: 0,
});

function withAuthor(data: OlderData, { owner, ...post }: OlderPost, key: 'user' | 'author') {
  const { username, avatar } = data.users.find(({ _id }) => _id === owner) ?? {};
  return { ...post, [key]: { username, avatar, verified: true } };
}

/** Starts it on a free port of this machine. */
export async function startOlderBackend(): Promise<OlderBackend> {
  const data = olderData();
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, data, calls);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    data,
    calls,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, data: OlderData, calls: string[]) {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
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

function send(response: ServerResponse, { status = 200, body }: Answer) {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The handler of the first route that fits, and what stands in the place of `:id`. */
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
