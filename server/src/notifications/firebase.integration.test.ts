import { generateKeyPairSync } from 'node:crypto';
import os from 'node:os';
import { deleteApp, initializeApp } from '@firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signInWithCustomToken } from '@firebase/auth';
import { forceWebSockets, getDatabase, onValue, ref, remove, set, update } from '@firebase/database';
import { setLogLevel } from '@firebase/logger';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openMedia } from '../app/open-media.ts';
import { createServices } from '../app/services.ts';
import { inTransaction } from '../lib/context.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { noopPublisher } from '../lib/realtime/publisher.ts';
import { callOf } from '../testing/call-of.ts';
import { insertAdmin } from '../testing/factories.ts';
import { type FirebaseServer, startFirebaseServer } from '../testing/firebase/firebase-server.ts';
import { endPauses } from '../testing/jobs-clock.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { deleteAllNotifications, deleteNotification } from './delete-notifications.ts';
import { resumeDeliveries } from './deliver-notifications.ts';
import { type Firebase, openFirebase } from './firebase.ts';
import { markAllNotificationsRead, markNotificationRead } from './mark-notifications-read.ts';
import { sinkWithUrls } from './notifications.sink.ts';
import { notifyAdmins } from './notify-admins.ts';

const RESPONSE_TIMEOUT_MS = 1_500;
const EVENTUALLY = { timeout: 15_000, interval: 20 };
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const OUTBOX_TABLES = ['notification_outbox', 'announcement_outbox', 'announcement_changes'] as const;
const log = createLogger({ level: 'silent' });
/** The reported writes: name, and whether it failed. */
const calls: Array<[string, boolean]> = [];
const closings: Array<() => Promise<unknown>> = [];
let database: TestDatabase;
let google: FirebaseServer;
let firebase: Firebase;
let admin: { id: string; username: string; email: string; sessionId: string };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  calls.length = 0;
  for (const table of OUTBOX_TABLES) await database.db.deleteFrom(table).execute();
  await database.db.deleteFrom('announcements').execute();
  await database.pool.query('delete from pgboss.job');
  await database.db.deleteFrom('users').execute();
  admin = { ...(await insertAdmin(database.db)), sessionId: 'test' };
  google = await startFirebaseServer({ publicKey });
  firebase = await openFirebase(
    {
      databaseUrl: google.databaseUrl,
      projectId: 'hai-dang-test',
      clientEmail: 'server@hai-dang-test.iam.gserviceaccount.com',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      apiKey: 'an-api-key',
      authEmulatorHost: undefined,
    },
    log,
    { responseTimeoutMs: RESPONSE_TIMEOUT_MS, onCall: ({ name, error }) => calls.push([name, error !== undefined]) },
  );
});
afterEach(async () => {
  await Promise.all(closings.splice(0).map((close) => close()));
  await firebase.close();
  await google.stop();
});

async function serve(publicUrl = '') {
  const clock = createTestClock();
  const media = await openMedia({ db: database.db, clock, publicUrl });
  const services = createServices({
    database,
    clock,
    images: createDiskImageStore(os.tmpdir()),
    publisher: noopPublisher,
    notificationSink: sinkWithUrls(firebase.sink, media),
    mintFirebaseToken: firebase.mintToken,
  });
  const { app, jobs } = services;
  const deliver = async () => {
    // First what has changed for all is written out for each, which enqueues deliveries behind its commits.
    for (let pass = 0; pass < 2; pass += 1) {
      await resumeDeliveries(app);
      await jobs.runDue();
    }
  };
  return { ...services, deliver };
}
type Served = Awaited<ReturnType<typeof serve>>;

const announce = ({ app }: Served, reportId: string) =>
  inTransaction(app, (ctx) => notifyAdmins(ctx, { reportId, senderName: 'Lan', senderAvatar: null }));
const own = () => database.db.selectFrom('announcements').selectAll().orderBy('id').execute();
async function firstOwn() {
  const [first] = await own();
  if (!first) throw new Error('no notification');
  return first;
}
const ownPath = () => `notifications/${admin.id}`;
async function waiting(): Promise<unknown[]> {
  const rows = await Promise.all(OUTBOX_TABLES.map((table) => database.db.selectFrom(table).selectAll().execute()));
  return rows.flat();
}

describe('Firebase: the server writes with firebase-admin', () => {
  test('each administrator’s notifications, in the shape of the wire contract', async () => {
    const served = await serve();
    await announce(served, 'report-1');
    await served.deliver();
    const row = await firstOwn();
    expect(google.at('notifications')).toEqual({
      [admin.id]: {
        [row.id]: {
          type: 'new_report',
          reports: 'report-1',
          read: false,
          createdAt: row.created_at.getTime(),
          senderName: 'Lan',
          message: 'Có báo cáo mới cần xử lý',
        },
      },
    });
    expect(await waiting()).toEqual([]);
  });

  test.each([
    ['with PUBLIC_URL absolute', 'https://panel.example.vn', 'https://panel.example.vn/media/lan.webp'],
    ['without it as the row has it', '', '/media/lan.webp'],
  ])('the sender’s avatar, %s', async (_how, publicUrl, senderAvatar) => {
    const { app, deliver } = await serve(publicUrl);
    const report = { reportId: 'report-1', senderName: 'Lan', senderAvatar: '/media/lan.webp' };
    await inTransaction(app, (ctx) => notifyAdmins(ctx, report));
    await deliver();
    expect(google.at(`${ownPath()}/${(await firstOwn()).id}`)).toMatchObject({ senderAvatar });
  });

  test('read, deleted, all read and all deleted', async () => {
    const served = await serve();
    for (const id of ['report-1', 'report-2', 'report-3']) await announce(served, id);
    await served.deliver();
    const [first, second, third] = (await own()).map(({ id }) => id);
    await markNotificationRead(callOf(served.app, admin), first ?? '');
    await deleteNotification(callOf(served.app, admin), second ?? '');
    await served.deliver();
    expect(google.at(ownPath())).toMatchObject({ [first ?? '']: { read: true }, [third ?? '']: { read: false } });
    expect(google.at(`${ownPath()}/${second}`)).toBeNull();
    await markAllNotificationsRead(callOf(served.app, admin));
    await served.deliver();
    expect(google.at(`${ownPath()}/${third}/read`)).toBe(true);
    await deleteAllNotifications(callOf(served.app, admin));
    await served.deliver();
    expect(google.at(ownPath())).toBeNull();
  });

  test('changes while Firebase is unavailable wait, and arrive in their latest state', async () => {
    const served = await serve();
    await announce(served, 'report-1');
    await served.deliver();
    await google.stop();
    await announce(served, 'report-2');
    const [first, second] = (await own()).map(({ id }) => id);
    await deleteNotification(callOf(served.app, admin), first ?? '');
    await served.deliver();
    expect(await waiting()).toHaveLength(2);
    await google.start();
    await markNotificationRead(callOf(served.app, admin), second ?? '');
    await endPauses(database);
    await served.deliver();
    expect(google.at(ownPath())).toEqual({ [second ?? '']: expect.objectContaining({ read: true }) });
    expect(await waiting()).toEqual([]);
    // The observer is notified of each write, and of those that failed.
    expect(calls).toEqual([
      ['update', false],
      ['update', true],
      ['update', false],
    ]);
  });

  test('writes that were aborted are not written later', async () => {
    const served = await serve();
    await google.stop();
    await announce(served, 'report-1');
    await served.deliver();
    await google.start();
    const { id } = await firstOwn();
    // Another server has delivered it meanwhile, and its deletion too.
    for (const table of OUTBOX_TABLES) await database.db.deleteFrom(table).execute();
    await deleteNotification(callOf(served.app, admin), id);
    await endPauses(database);
    await served.deliver();
    expect(google.writes).toEqual([{ caller: 'owner', paths: [`${ownPath()}/${id}`] }]);
    expect(google.at(ownPath())).toBeNull();
  });
});

describe('Firebase: the web SDK, signed in with the server’s token', () => {
  /** Signs in as this administrator, as the panel does. */
  async function signIn(adminId: string) {
    setLogLevel('silent');
    const app = initializeApp({ apiKey: 'an-api-key', databaseURL: google.databaseUrl }, `reader-${adminId}`);
    closings.push(() => deleteApp(app));
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, `http://${google.authHost}`, { disableWarnings: true });
    await signInWithCustomToken(auth, await firebase.mintToken(adminId));
    forceWebSockets();
    return getDatabase(app);
  }
  function listen(client: Awaited<ReturnType<typeof signIn>>, path: string) {
    const received: { values: unknown[]; error: Error | undefined } = { values: [], error: undefined };
    onValue(
      ref(client, path),
      (snapshot) => void received.values.push(snapshot.val()),
      (error) => {
        received.error = error;
      },
    );
    return { received, latest: () => received.values.at(-1) };
  }

  test('receives its own live, and marks and deletes them', async () => {
    const served = await serve();
    const client = await signIn(admin.id);
    const { latest } = listen(client, ownPath());
    await expect.poll(latest, EVENTUALLY).toBeNull();
    for (const id of ['report-1', 'report-2']) await announce(served, id);
    await served.deliver();
    const [first, second] = (await own()).map(({ id }) => id);
    await expect.poll(() => Object.keys(Object(latest())), EVENTUALLY).toEqual([first, second]);
    await set(ref(client, `${ownPath()}/${first}/read`), true);
    expect(google.at(`${ownPath()}/${first}/read`)).toBe(true);
    await update(ref(client, ownPath()), { [`${second}/read`]: true });
    expect(google.at(`${ownPath()}/${second}/read`)).toBe(true);
    await remove(ref(client, `${ownPath()}/${first}`));
    expect(Object.keys(Object(google.at(ownPath())))).toEqual([second]);
    await remove(ref(client, ownPath()));
    expect(google.at(ownPath())).toBeNull();
  });

  test("reads no other account's, and changes only the permitted fields of its own", async () => {
    const served = await serve();
    const other = await insertAdmin(database.db, { username: 'Người khác', email: 'khac@example.test' });
    await announce(served, 'report-1');
    await served.deliver();
    const { id } = await firstOwn();
    const client = await signIn(other.id);
    const { received } = listen(client, ownPath());
    await expect.poll(() => received.error?.message, EVENTUALLY).toMatch(/permission_denied/i);
    expect(received.values).toEqual([]);
    await expect(set(ref(client, `${ownPath()}/${id}/read`), true)).rejects.toThrow(/permission.denied/i);
    await expect(remove(ref(client, ownPath()))).rejects.toThrow(/permission.denied/i);
    const [othersId = ''] = Object.keys(Object(google.at(`notifications/${other.id}`)));
    const mine = `notifications/${other.id}`;
    await expect(set(ref(client, `${mine}/${othersId}/message`), 'x')).rejects.toThrow(/permission.denied/i);
    await expect(set(ref(client, `${mine}/not-there/read`), true)).rejects.toThrow(/permission.denied/i);
    await expect(set(ref(client, `${mine}/${othersId}/read`), 'x')).rejects.toThrow(/permission.denied/i);
    await expect(set(ref(client, 'elsewhere'), true)).rejects.toThrow(/permission.denied/i);
    await set(ref(client, `${mine}/${othersId}/read`), true);
    expect(google.at(`${mine}/${othersId}/read`)).toBe(true);
  });

  test('reconnects by itself after Firebase was unavailable, with the changes made meanwhile', async () => {
    const client = await signIn(admin.id);
    const connected = listen(client, '.info/connected');
    const { latest } = listen(client, ownPath());
    await expect.poll(latest, EVENTUALLY).toBeNull();
    expect(connected.latest()).toBe(true);
    await google.stop();
    await expect.poll(connected.latest, EVENTUALLY).toBe(false);
    google.set(`${ownPath()}/n-1`, { type: 'new_report', read: false });
    await google.start();
    await expect.poll(connected.latest, EVENTUALLY).toBe(true);
    await expect.poll(latest, EVENTUALLY).toEqual({ 'n-1': { type: 'new_report', read: false } });
  });

  test('is rejected with a token that the service account has not signed', async () => {
    const token = await firebase.mintToken(admin.id);
    const [header, claims] = token.split('.');
    const forged = [header, claims, Buffer.from('forged').toString('base64url')].join('.');
    const response = await fetch(
      `http://${google.authHost}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k`,
      { method: 'POST', body: JSON.stringify({ token: forged }) },
    );
    expect(response.status).toBe(400);
  });
});
