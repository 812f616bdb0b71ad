import { events } from '@hai-dang/contract/events.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addresses, sampleOf, sendSample } from '../testing/endpoint-samples.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { fingerprint } from '../testing/fingerprint.ts';
import { insertSecondFactor } from '../testing/second-factors.ts';
import { createSocketOpener, listen, untilClosed } from '../testing/socket-client.ts';

const EXPECTED_ERROR = {
  code: 'SECOND_FACTOR_SETUP_REQUIRED',
  message: 'Bạn cần bật xác thực hai lớp trước khi tiếp tục',
};
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeAll(async () => {
  testApp = await buildTestApp({ requireSecondFactor: true });
  await insertSecondFactor(testApp.database.db, testApp.admin.id, testApp.clock.now());
  url = await listen(testApp.app);
});
afterEach(() => sockets.closeAll());
afterAll(() => testApp.close());

const sessionFor = (id: string) => insertSession(testApp.database.db, id, testApp.clock.now());
async function adminWith(isOn: boolean) {
  const { id } = await insertAdmin(testApp.database.db);
  if (isOn) await insertSecondFactor(testApp.database.db, id, testApp.clock.now());
  return { id, token: await sessionFor(id) };
}

const open = ['confirmPassword', 'confirmSecondFactor', 'beginSecondFactor', 'getAccount', 'logout'];
const forAdmins = addresses.filter(({ endpoint }) => ['admin', 'authenticated'].includes(endpoint.access));

test('allowedBeforeTwoFactor: exactly these endpoints are open without two-factor', () => {
  const names = addresses
    .filter(({ endpoint }) => endpoint.allowedBeforeTwoFactor)
    .map(({ endpoint }) => endpoint.name);
  expect(names.sort()).toEqual(open.sort());
});

describe.each(forAdmins)('$method $path', (address) => {
  const { endpoint } = address;

  test(
    endpoint.allowedBeforeTwoFactor ? 'is open without a second factor' : 'is closed without a second factor',
    async () => {
      const sample = await sampleOf(endpoint, testApp);
      const caller = sample.callerId && endpoint.allowedBeforeTwoFactor ? sample.callerId : (await adminWith(false)).id;
      const token = await sessionFor(caller);
      const before = endpoint.allowedBeforeTwoFactor ? null : await fingerprint(testApp.database.db);
      const response = await sendSample(testApp, address, sample, token);
      if (!before) {
        expect(response.statusCode).toBe(endpoint.status);
        return;
      }
      expect(response.statusCode).toBe(403);
      expect(errorEnvelopeSchema.parse(response.json())).toMatchObject(EXPECTED_ERROR);
      expect(await fingerprint(testApp.database.db)).toEqual(before);
    },
  );
});

const closed = forAdmins.filter(({ endpoint }) => !endpoint.allowedBeforeTwoFactor && !endpoint.mutates);

test.each(closed)('$method $path is allowed with two-factor', async (address) => {
  const sample = await sampleOf(address.endpoint, testApp);
  const { token } = await adminWith(true);
  expect((await sendSample(testApp, address, sample, token)).statusCode).toBe(address.endpoint.status);
});

test('two-factor requirement: a pending enrolment does not give access', async () => {
  const { id, token } = await adminWith(false);
  await insertSecondFactor(testApp.database.db, id, null);
  expect((await testApp.send('POST', '/api/admin/dashboard-stats', { token })).json()).toMatchObject(EXPECTED_ERROR);
  expect((await testApp.send('GET', '/api/admin/account', { token })).json().account).toMatchObject({
    mustSetUpSecondFactor: true,
    secondFactor: { isOn: false },
  });
});

describe('required two-factor: a socket', () => {
  test('is rejected without two-factor, so that no event can be sent', async () => {
    expect(events.some(({ direction }) => direction === 'toServer')).toBe(true);
    const { token } = await adminWith(false);
    expect((await sockets.attemptConnect({ auth: { token } })).rejection).toBe(EXPECTED_ERROR.code);
  });

  test('is accepted with two-factor, and for app users, who have none', async () => {
    const { token } = await adminWith(true);
    expect((await sockets.open(token)).connected).toBe(true);
    const user = await sessionFor((await insertUser(testApp.database.db)).id);
    expect((await sockets.open(user)).connected).toBe(true);
  });

  test('closes when two-factor is disabled, and all calls are rejected', async () => {
    const { token } = await adminWith(true);
    const socket = await sockets.open(token);
    const closing = untilClosed(socket);
    const off = await testApp.send('POST', '/api/admin/account/second-factor/off', { token });
    expect(off.statusCode).toBe(200);
    await closing;
    expect((await testApp.send('POST', '/api/admin/dashboard-stats', { token })).json()).toMatchObject(EXPECTED_ERROR);
  });
});

test("required two-factor: app users' calls are not affected", async () => {
  const { id } = await insertUser(testApp.database.db);
  for (const address of addresses.filter(({ endpoint }) => endpoint.access === 'user')) {
    const sample = await sampleOf(address.endpoint, testApp);
    expect((await sendSample(testApp, address, sample, await sessionFor(sample.ownerId ?? id))).statusCode).toBe(
      address.endpoint.status,
    );
  }
});
