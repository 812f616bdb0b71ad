// These tests hold of every record that several administrators may have open.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from '../lib/outbound/post-to-url.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertCannedReply, insertSavedView } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { insertPolicy } from '../testing/moderation-factories.ts';

interface Versioned {
  readonly version: number;
}

interface Kind {
  readonly name: string;
  /** How a new record of it is changed: address, what the body says of the record now, and other values of one field. */
  readonly open: () => Promise<{ url: string; method: 'POST' | 'PUT'; body: Versioned; others: readonly object[] }>;
}

let testApp: TestApp;
beforeAll(async () => {
  testApp = await buildTestApp({ outbound: createOutbound({ allowsPrivate: true }) });
});
afterAll(() => testApp.close());

const db = () => testApp.database.db;
const dataOf = async (url: string, body: object = {}) => (await testApp.post(url, body)).json().data;
const texts = (field: string) =>
  ['Một, hai, ba bốn', 'Năm, sáu, bảy tám', 'Chín, mười và hơn'].map((text) => ({ [field]: text }));

const KINDS: readonly Kind[] = [
  {
    name: 'settings',
    async open() {
      const { updatedAt: _, ...body } = await dataOf('/api/admin/settings');
      const others = [1, 2, 3].map((more) => ({ appealDays: body.appealDays + more }));
      return { url: '/api/admin/settings', method: 'PUT', body, others };
    },
  },
  {
    name: 'policy',
    async open() {
      const { key } = await insertPolicy(db());
      return { url: `/api/admin/policies/${key}`, method: 'PUT', body: { version: 1 }, others: texts('text') };
    },
  },
  {
    name: 'letter template',
    async open() {
      const { key: policy } = await insertPolicy(db());
      const url = '/api/admin/letter-templates';
      const text = { policy, kind: 'warn', text: 'Chào {tên}' };
      await testApp.send('PUT', url, { body: { ...text, version: 0 } });
      return { url, method: 'PUT', body: { ...text, version: 1 }, others: texts('text') };
    },
  },
  {
    name: 'canned reply',
    async open() {
      const { id, shortcut, content } = await insertCannedReply(db());
      const url = `/api/admin/canned-replies/${id}`;
      return { url, method: 'POST', body: { shortcut, content, version: 1 }, others: texts('content') };
    },
  },
  {
    name: 'saved view',
    async open() {
      const { id, name, query } = await insertSavedView(db());
      const body = { name, query, isShared: true, version: 1 };
      return { url: `/api/admin/saved-views/${id}`, method: 'PUT', body, others: texts('query') };
    },
  },
  {
    name: 'webhook',
    async open() {
      const fields = { url: 'https://127.0.0.1/', kinds: ['overdue'] };
      const { webhook } = await dataOf('/api/admin/webhooks/create', fields);
      const body = { ...fields, isEnabled: true, version: 1 };
      const others = [['appeal'], ['child_safety'], ['appeal', 'child_safety']].map((kinds) => ({ kinds }));
      return { url: `/api/admin/webhooks/${webhook._id}`, method: 'PUT', body, others };
    },
  },
];

describe.each(KINDS)('$name', ({ open }) => {
  test('of several changes at once one is stored', async () => {
    const { url, method, body, others } = await open();
    const responses = await Promise.all(
      others.map((fields) => testApp.send(method, url, { body: { ...body, ...fields } })),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const stored = responses.find(({ statusCode }) => statusCode === 200)?.json().data;
    expect(stored.version).toBe(body.version + 1);
    for (const rejected of responses.filter(({ statusCode }) => statusCode === 409)) {
      expect(rejected.json().details.current).toEqual(stored);
    }
  });

  test('a change to the current values writes neither a version nor an entry', async () => {
    const { url, method, body } = await open();
    const before = await fingerprint(db());
    const response = await testApp.send(method, url, { body });
    expect(response.statusCode).toBe(200);
    expect(response.json().data.version).toBe(body.version);
    expect(await fingerprint(db())).toEqual(before);
  });
});
