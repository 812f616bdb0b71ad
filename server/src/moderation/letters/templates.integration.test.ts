import { LETTER_KINDS, unknownVariables } from '@hai-dang/contract/moderation/letters.schema.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openAdmin } from '../../testing/chat-members.ts';
import { insertPolicy } from '../../testing/moderation-factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const list = async (body: object = {}) => (await testApp.post('/api/admin/letter-templates', body)).json().data;
const set = (body: object) => testApp.send('PUT', '/api/admin/letter-templates', { body });
const newPolicy = async () => (await insertPolicy(testApp.database.db)).key;

describe('listLetterTemplates', () => {
  test('returns a text of every kind for all rules, each with its own variables alone', async () => {
    const templates = await list();
    expect(templates.map(({ kind }: { kind: string }) => kind).sort()).toEqual(Object.keys(LETTER_KINDS).sort());
    for (const { policy, kind, text, version } of templates) {
      expect({ policy, version }).toEqual({ policy: null, version: 1 });
      expect(unknownVariables(kind, text)).toEqual([]);
      expect(text).toMatch(/^Chào \{tên\},/u);
    }
  });

  test('of a rule returns its own texts beside these, and none of another rule', async () => {
    const [policy, other] = [await newPolicy(), await newPolicy()];
    await set({ policy, kind: 'warn', text: 'Của quy tắc này', version: 0 });
    await set({ policy: other, kind: 'warn', text: 'Của quy tắc khác', version: 0 });
    const own = (await list({ policy })).filter((template: { policy: string | null }) => template.policy !== null);
    expect(own).toMatchObject([{ policy, kind: 'warn', text: 'Của quy tắc này', version: 1 }]);
  });
});

describe('setLetterTemplate', () => {
  test('changes a text for all rules, and notifies the administrators', async () => {
    const admin = await openAdmin(testApp, sockets);
    const body = { policy: null, kind: 'warn', text: 'Chào {tên}, cẩn thận nhé.', version: 1 };
    const { data } = (await set(body)).json();
    expect(data).toMatchObject({ policy: null, kind: 'warn', text: body.text, version: 2 });
    expect((await eventsOf(admin)).map(([name]) => name)).toEqual(['letter_templates_changed']);
    expect((await list()).find(({ kind }: { kind: string }) => kind === 'warn').text).toBe(body.text);
  });

  test('of null deletes the text of a rule, after which it may have a new one', async () => {
    const policy = await newPolicy();
    const body = { policy, kind: 'suspend', text: 'Đến {đến}', version: 0 };
    await set(body);
    expect((await set({ ...body, text: null, version: 1 })).json().data).toMatchObject({ text: null, version: 0 });
    expect((await set(body)).json().data).toMatchObject({ text: 'Đến {đến}', version: 1 });
  });

  test('two at once: one is stored, the other answers 409', async () => {
    const policy = await newPolicy();
    const texts = ['Một', 'Hai', 'Ba'];
    const responses = await Promise.all(texts.map((text) => set({ policy, kind: 'warn', text, version: 0 })));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  test('with an unknown variable, for an unknown rule or kind is rejected in Vietnamese', async () => {
    const body = { policy: null, kind: 'warn', text: 'Chào {ten}', version: 1 };
    const unknown = await set(body);
    expect(unknown.statusCode).toBe(400);
    expect(JSON.stringify(unknown.json())).toContain('Thư này không có biến {ten}');
    expect((await set({ ...body, kind: 'else' })).statusCode).toBe(400);
    expect((await set({ ...body, policy: 'nothing', text: 'Chào', version: 0 })).json().code).toBe('POLICY_NOT_FOUND');
  });
});
