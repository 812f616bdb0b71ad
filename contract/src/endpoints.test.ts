import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listCannedReplies } from './chat/canned-replies.endpoints.ts';
import { endpoints } from './endpoints.ts';
import { errors } from './errors.ts';
import { collect } from './lib/collect.ts';

/** The length of a placeholder that is no id. */
const MAX_CHARS: Record<string, number> = { name: 69 };
/** A value for a placeholder that takes only a few. */
const KNOWN_VALUES: Record<string, string> = { itemType: 'Post' };

const addresses = endpoints.flatMap(({ method, path, aliases = [] }) => [{ method, path }, ...aliases]);

test('collect: returns what the files export, as every importer has it, and throws for a file with another export', async () => {
  expect(endpoints).toContain(listCannedReplies);
  const collected = collect(import.meta.dirname, 'lib/clean-text.ts', (value) => typeof value === 'string');
  await expect(collected).rejects.toThrow('is not one of lib/clean-text.ts');
});

test('endpoints: each has a unique name, and each method and path belongs to one endpoint', () => {
  const names = endpoints.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // A placeholder of another name is the same path.
  const shapes = addresses.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
  expect(new Set(shapes).size).toBe(shapes.length);
});

describe.each(endpoints)('$name', ({ path, params, access, aliases = [] }) => {
  test('has a parameter for each placeholder of its path', () => {
    const placeholders = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const sample = Object.fromEntries(placeholders.map((name) => [name, KNOWN_VALUES[name] ?? 'x']));
    expect(placeholders.length > 0).toBe(params !== undefined);
    if (!params) return;
    expect(params.safeParse(sample).success).toBe(true);
    for (const name of placeholders) {
      expect(params.safeParse({ ...sample, [name]: '' }).success).toBe(false);
      expect(params.safeParse({ ...sample, [name]: 'x'.repeat((MAX_CHARS[name] ?? 64) + 1) }).success).toBe(false);
    }
  });

  test('has paths and aliases under /admin/ exactly if administrators call it', () => {
    for (const address of [path, ...aliases.map((alias) => alias.path)]) {
      expect(/^\/api\/(reports\/)?admin\//.test(address)).toBe(
        access === 'admin' || path.startsWith('/api/admin/login'),
      );
    }
    expect(access === 'public').toBe(/\/(login|invitation)(\/|$)/.test(path));
  });
});

test('isHeavy: every list that is fetched page by page, by its cursor', () => {
  const paged = endpoints.filter(({ body }) => body instanceof z.ZodMiniObject && 'cursor' in body.shape);
  expect(paged.length).toBeGreaterThan(10);
  expect(paged.filter(({ isHeavy }) => !isHeavy).map(({ name }) => name)).toEqual([]);
});

test('endpoints: methods and paths that clients know stay', () => {
  expect(addresses.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      'POST /api/invitation',
      'POST /api/invitation/accept',
      'POST /api/admin/administrators',
      'POST /api/admin/administrators/invite',
      'DELETE /api/admin/administrators/invitations/:id',
      'POST /api/admin/administrators/:id/disable',
      'POST /api/admin/administrators/:id/enable',
      'POST /api/admin/administrators/:id/end-sessions',
      'POST /api/admin/administrators/:id/reset-second-factor',
      'GET /api/admin/account/preferences',
      'PUT /api/admin/account/preferences',
      'POST /api/admin/login',
      'POST /api/admin/users/:id/related',
      'POST /api/admin/users/:id/removed',
      'POST /api/admin/quick-search',
      'POST /api/admin/content',
      'POST /api/admin/content/export',
      'POST /api/admin/content/:itemType/:itemId',
      'POST /api/admin/bulk',
      'POST /api/admin/bulk/list',
      'POST /api/admin/bulk/preview',
      'POST /api/admin/bulk/:id',
      'POST /api/admin/bulk/:id/stop',
      'POST /api/admin/bulk/:id/undo',
      'POST /api/admin/saved-views',
      'POST /api/admin/saved-views/create',
      'PUT /api/admin/saved-views/:id',
      'DELETE /api/admin/saved-views/:id',
      'POST /api/admin/login/second-factor',
      'POST /api/users/login',
      'POST /api/users/notices',
      'POST /api/users/appeals',
      'POST /api/admin/appeals',
      'POST /api/admin/appeals/:id',
      'POST /api/admin/appeals/:id/decide',
      'POST /api/reports/create',
      'POST /api/admin/logout',
      'GET /api/admin/account',
      'GET /api/admin/account/sessions',
      'DELETE /api/admin/account/sessions/:id',
      'POST /api/admin/account/sessions/end-others',
      'POST /api/admin/account/password',
      'POST /api/admin/account/confirm-password',
      'POST /api/admin/account/second-factor/begin',
      'POST /api/admin/account/second-factor/confirm',
      'POST /api/admin/account/second-factor/recovery-codes',
      'POST /api/admin/account/second-factor/off',
      'POST /api/admin/dashboard-stats',
      'POST /api/admin/work',
      'POST /api/admin/performance',
      'POST /api/admin/performance/export',
      'GET /api/admin/users',
      'POST /api/admin/users',
      'GET /api/admin/users/all',
      'POST /api/admin/users/all',
      'POST /api/admin/users/search',
      'POST /api/admin/users/export',
      'POST /api/admin/users/:id/record',
      'POST /api/admin/users/:id/status',
      'POST /api/admin/users/:id/disable',
      'POST /api/admin/users/:id/enable',
      'DELETE /api/admin/users/:id',
      'POST /api/admin/users/detail/:id',
      'POST /api/admin/users/:id/posts',
      'POST /api/admin/users/:id/travel',
      'POST /api/admin/users/:id/timeline',
      'POST /api/admin/recent-actions',
      'POST /api/admin/recent-actions/:id/undo',
      'DELETE /api/admin/deletePost/:id',
      'DELETE /api/admin/travel/:id',
      'POST /api/admin/travel/:id/restore',
      'POST /api/admin/posts/:id/restore',
      'DELETE /api/admin/comments/:id',
      'POST /api/admin/comments/:id/restore',
      'POST /api/admin/posts/:id',
      'POST /api/admin/travel/:id',
      'POST /api/admin/comments/:id',
      'POST /api/admin/notifications',
      'DELETE /api/admin/notifications',
      'POST /api/admin/notifications/unread-count',
      'POST /api/admin/notifications/mark-all-read',
      'POST /api/admin/notifications/firebase-token',
      'POST /api/admin/notifications/:id/mark-read',
      'DELETE /api/admin/notifications/:id',
      'POST /api/reports/admin/all',
      'POST /api/reports/admin/cases',
      'POST /api/reports/admin/cases/export',
      'POST /api/reports/admin/export',
      'POST /api/reports/admin/detail/:id',
      'POST /api/reports/admin/:id',
      'DELETE /api/reports/admin/:id',
      'POST /api/admin/online-users',
      'POST /api/admin/chat/:userId',
      'POST /api/admin/chat/search',
      'POST /api/admin/chat/:userId/resolve',
      'POST /api/admin/chat/:userId/mark-unread',
      'POST /api/admin/chat/:userId/reopen',
      'POST /api/admin/chat/:userId/assign',
      'POST /api/admin/chat/send-image/:userId',
      'POST /api/admin/chat/send-multiple-images/:userId',
      'POST /api/users/chat/send-image',
      'POST /api/admin/canned-replies',
      'POST /api/admin/canned-replies/create',
      'POST /api/admin/canned-replies/:id',
      'DELETE /api/admin/canned-replies/:id',
      'POST /api/admin/notifications/mark-read',
      'POST /api/admin/notifications/delete',
      'POST /api/admin/webhooks',
      'POST /api/admin/webhooks/create',
      'PUT /api/admin/webhooks/:id',
      'PUT /api/reports/admin/:id/policy',
      'POST /api/admin/webhooks/:id/renew-secret',
      'POST /api/admin/webhooks/:id/test',
      'DELETE /api/admin/webhooks/:id',
      'POST /api/admin/policies',
      'POST /api/admin/policies/create',
      'PUT /api/admin/policies/:key',
      'DELETE /api/admin/policies/:key',
      'POST /api/admin/settings',
      'PUT /api/admin/settings',
      'POST /api/admin/subjects/:itemType/:itemId',
      'POST /api/admin/subjects/:itemType/:itemId/assign',
      'POST /api/admin/subjects/:itemType/:itemId/notes',
      'POST /api/admin/subjects/:itemType/:itemId/notes/list',
      'POST /api/admin/subjects/:itemType/:itemId/tags',
      'POST /api/admin/notes/:id/remove',
      'POST /api/admin/notes/:id/restore',
      'POST /api/admin/decisions',
      'POST /api/admin/decisions/preview',
      'POST /api/admin/decisions/:id/undo',
      'POST /api/admin/letter-templates',
      'PUT /api/admin/letter-templates',
      'POST /api/admin/audit',
      'POST /api/admin/audit/actors',
      'POST /api/admin/audit/export',
      'POST /api/admin/client-errors',
    ]),
  );
});

test('errors: every code has an HTTP status of a failure, and a displayable message without the code', () => {
  for (const [code, [status, message]] of Object.entries(errors)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(message.trim()).toBe(message);
    expect(message).toMatch(/^\p{Lu}/u);
    expect(message).not.toContain(code);
  }
});
