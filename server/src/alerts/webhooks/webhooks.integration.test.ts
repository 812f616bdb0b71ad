import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from '../../lib/outbound/post-to-url.ts';
import { remindOfDue } from '../../moderation/reminders/remind-of-due.ts';
import { failUpdates, fileReport, makeOverdue } from '../../testing/alerts.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { eventsOf, openTwoAdminsAndUser } from '../../testing/chat-members.ts';
import { insertSession } from '../../testing/factories.ts';
import { endPauses } from '../../testing/jobs-clock.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { resumeDeliveries } from './deliver-webhooks.ts';

const PATH = '/api/admin/webhooks';
let testApp: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  testApp = await buildTestApp({ outbound: createOutbound({ allowsPrivate: true }), publicUrl: 'https://hd.example' });
  await remindOfDue(testApp.services.app);
});
beforeEach(async () => {
  await db().deleteFrom('webhooks').execute();
  await db().deleteFrom('alerts').execute();
  receiver.received.length = 0;
});
afterEach(() => {
  Object.assign(receiver.behaviour, { status: 204, hangsUp: false });
});
afterAll(async () => {
  await testApp.close();
  await receiver.close();
});

const db = () => testApp.database.db;
const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  testApp.send(method, path, {
    token: await insertSession(db(), testApp.admin.id, testApp.clock.now()),
    ...(body === undefined ? {} : { body }),
  });
const create = async (fields: object = {}) => {
  const response = await call('POST', `${PATH}/create`, { url: receiver.url, kinds: ['overdue'], ...fields });
  expect(response.statusCode).toBe(201);
  return response.json().data as { webhook: { _id: string; version: number }; secret: string };
};
const list = async () => (await call('POST', PATH)).json().data;
const deliver = async () => {
  await testApp.services.jobs.runDue();
};
const resume = async () => {
  await resumeDeliveries(testApp.services.app);
  await deliver();
};

describe('webhook deliveries', () => {
  test('an overdue report: one signed call, with ids, reason, title and link', async () => {
    const { webhook, secret } = await create();
    const { reportId, itemId } = await fileReport(testApp, 'Bán vé giả');
    await makeOverdue(testApp);
    await deliver();
    await resume();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    // The library compares with the real time.
    const signed = new Webhook(secret).sign(
      headers['webhook-id'] ?? '',
      new Date(Number(headers['webhook-timestamp']) * 1_000),
      body,
    );
    expect(headers['webhook-signature']).toBe(signed);
    expect(JSON.parse(body)).toEqual({
      type: 'report.overdue',
      timestamp: testApp.clock.now().toISOString(),
      data: {
        itemType: 'Post',
        itemId,
        reportId,
        appealId: null,
        reason: 'Spam và quảng cáo',
        title: 'Bán vé giả',
        url: `https://hd.example/admin/reports/${reportId}`,
      },
    });
    expect(await list()).toMatchObject([
      {
        _id: webhook._id,
        deliveries: [{ event: 'report.overdue', state: 'delivered', attempts: 1, status: 204, error: null }],
      },
    ]);
  });

  test('only of the enabled kinds, and none while the webhook is paused', async () => {
    await create({ kinds: ['appeal'] });
    const { webhook } = await create();
    const fields = { url: receiver.url, kinds: ['overdue'], isEnabled: false, version: webhook.version };
    expect((await call('PUT', `${PATH}/${webhook._id}`, fields)).statusCode).toBe(200);
    await fileReport(testApp, 'Không ai nhận');
    await makeOverdue(testApp);
    await deliver();
    expect(receiver.received).toEqual([]);
  });

  test('an error status: retried with growing pauses and the same id and body; other webhooks are not delayed', async () => {
    await create();
    receiver.behaviour.status = 500;
    await fileReport(testApp, 'Một');
    await makeOverdue(testApp);
    await deliver();
    await resume();
    expect(receiver.received).toHaveLength(1);
    for (const minutes of [1, 2, 4]) {
      testApp.clock.advance(minutes * MINUTE_MS - 1);
      const before = receiver.received.length;
      await resume();
      expect(receiver.received).toHaveLength(before);
      testApp.clock.advance(1);
      await resume();
      expect(receiver.received).toHaveLength(before + 1);
    }
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    receiver.behaviour.status = 200;
    await fileReport(testApp, 'Hai');
    await makeOverdue(testApp);
    await deliver();
    await resume();
    const [{ deliveries }] = await list();
    expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered']);
  });

  test('a redirect is a failure and is not followed', async () => {
    await create();
    receiver.behaviour.status = 302;
    await fileReport(testApp, 'Chuyển hướng');
    await makeOverdue(testApp);
    await deliver();
    expect(await list()).toMatchObject([{ deliveries: [{ state: 'pending', status: 302 }] }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('an unreachable receiver: one delivery is tried, the others wait, and all are delivered once it is available', async () => {
    await create();
    receiver.behaviour.hangsUp = true;
    for (const title of ['Một', 'Hai', 'Ba']) await fileReport(testApp, title);
    await makeOverdue(testApp);
    await deliver();
    const attempts = async () =>
      (await db().selectFrom('webhook_deliveries').select('attempts').execute()).reduce(
        (sum, d) => sum + d.attempts,
        0,
      );
    expect(await attempts()).toBe(1);
    expect(await list()).toMatchObject([
      { deliveries: expect.arrayContaining([expect.objectContaining({ error: 'refused', status: null })]) },
    ]);
    receiver.behaviour.hangsUp = false;
    testApp.clock.advance(2 * MINUTE_MS);
    await resume();
    expect(receiver.received).toHaveLength(3);
  });

  test('after a day of failures the delivery has failed for good', async () => {
    await create();
    receiver.behaviour.status = 503;
    await fileReport(testApp, 'Hết hạn');
    await makeOverdue(testApp);
    await deliver();
    testApp.clock.advance(24 * 60 * MINUTE_MS);
    await resume();
    expect(await list()).toMatchObject([{ deliveries: [{ state: 'failed', attempts: 2, status: 503 }] }]);
    testApp.clock.advance(24 * 60 * MINUTE_MS);
    await resume();
    expect(receiver.received).toHaveLength(2);
  });

  test('killed between the call and storing its result: called again, with the same id', async () => {
    await create();
    const endFailures = await failUpdates(testApp.database, 'webhook_deliveries', 'last_error');
    await fileReport(testApp, 'Hai lần');
    await makeOverdue(testApp);
    await deliver();
    await endFailures();
    await endPauses(testApp.database);
    await resume();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect(await list()).toMatchObject([{ deliveries: [{ state: 'delivered' }] }]);
  });
});

describe('testWebhook', () => {
  test('sends once, and returns the outcome', async () => {
    const { webhook } = await create();
    receiver.behaviour.status = 404;
    expect((await call('POST', `${PATH}/${webhook._id}/test`)).json().data).toMatchObject({ state: 'pending' });
    await deliver();
    testApp.clock.advance(MINUTE_MS);
    await resume();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test']);
    expect(await list()).toMatchObject([{ deliveries: [{ event: 'test', state: 'failed', status: 404 }] }]);
  });
});

describe('webhook changes', () => {
  test('the secret is in the response that creates it, and in no other, nor in any row', async () => {
    const { webhook, secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const renewed = (await call('POST', `${PATH}/${webhook._id}/renew-secret`)).json().data;
    expect(renewed.secret).not.toBe(secret);
    for (const table of ['webhooks', 'webhook_deliveries', 'audit_entries'] as const) {
      const rows = JSON.stringify(await db().selectFrom(table).selectAll().execute());
      for (const text of [secret, renewed.secret]) expect(rows).not.toContain(text.replace('whsec_', ''));
    }
  });

  test('the 21st is rejected', async () => {
    for (let index = 0; index < 20; index += 1) await create();
    const response = await call('POST', `${PATH}/create`, { url: receiver.url, kinds: ['overdue'] });
    expect(response.json()).toMatchObject({ code: 'TOO_MANY_WEBHOOKS' });
  });

  test('a session older than the re-authentication window is rejected for every change but a test', async () => {
    const { webhook } = await create();
    const token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
    testApp.clock.advance(11 * MINUTE_MS);
    const path = `${PATH}/${webhook._id}`;
    const responses = await Promise.all([
      testApp.send('POST', `${PATH}/create`, { token, body: { url: receiver.url, kinds: ['overdue'] } }),
      testApp.send('PUT', path, { token, body: { url: receiver.url, kinds: ['appeal'], isEnabled: true, version: 1 } }),
      testApp.send('POST', `${path}/renew-secret`, { token }),
      testApp.send('DELETE', path, { token }),
    ]);
    expect(responses.map((response) => response.json().code)).toEqual(Array(4).fill('PASSWORD_CONFIRMATION_REQUIRED'));
    expect((await testApp.send('POST', `${path}/test`, { token })).statusCode).toBe(200);
  });
});

describe('createWebhook: private addresses', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await buildTestApp();
  });
  afterAll(() => strict.close());

  test.each([
    ['http://93.184.215.14/', 'WEBHOOK_URL_REJECTED'],
    ['https://127.0.0.1/', 'WEBHOOK_URL_REJECTED'],
    ['https://2130706433/', 'WEBHOOK_URL_REJECTED'],
    ['https://[::ffff:127.0.0.1]/', 'WEBHOOK_URL_REJECTED'],
    ['https://localhost/', 'WEBHOOK_URL_REJECTED'],
    ['https://169.254.169.254/latest/meta-data/', 'WEBHOOK_URL_REJECTED'],
    ['https://user:secret@93.184.215.14/', 'VALIDATION_FAILED'],
    ['javascript:alert(1)', 'VALIDATION_FAILED'],
    ['', 'VALIDATION_FAILED'],
  ])('%s: %s', async (url, code) => {
    const response = await strict.send('POST', `${PATH}/create`, { body: { url, kinds: ['overdue'] } });
    expect(response.json()).toMatchObject({ code });
    expect(await strict.database.db.selectFrom('webhooks').selectAll().execute()).toEqual([]);
  });
});

test('webhooks_changed: is emitted to all administrators and to no other account', async () => {
  const url = await listen(testApp.app);
  const sockets = createSocketOpener(() => url);
  const members = await openTwoAdminsAndUser(testApp, sockets);
  await create();
  expect(await Promise.all(members.map(eventsOf))).toEqual([
    [['webhooks_changed', {}]],
    [['webhooks_changed', {}]],
    [],
  ]);
  sockets.closeAll();
});
