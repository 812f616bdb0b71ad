import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServices, type Services } from '../../app/services.ts';
import { type App, inTransaction } from '../../lib/context.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { readSubject } from '../../testing/decisions.ts';
import { insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { closeInBulk, reopenInBulk } from '../closing/close-reports.ts';

let testApp: TestApp;
let reports: Services['reports'];
let app: App;
/** The events emitted to all administrators. */
let published: Array<{ name: string; payload: unknown }> = [];
const context = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' };

beforeAll(async () => {
  testApp = await buildTestApp();
  const { database, clock } = testApp;
  const publisher = {
    ...noopPublisher,
    toAdmins: ((event, payload) => void published.push({ name: event.name, payload })) as typeof noopPublisher.toAdmins,
  };
  ({ reports, app } = createServices({ database, clock, publisher, images: createDiskImageStore('') }));
});
beforeEach(() => {
  published = [];
});
afterAll(() => testApp.close());

const caller = () => ({ ...testApp.admin, email: 'admin@example.test', sessionId: 'none' });
async function reportedPost() {
  const { db } = testApp.database;
  const { id: authorId } = await insertUser(db);
  const { id: itemId } = await insertPost(db, authorId);
  const subject = { itemType: 'Post' as const, itemId };
  return { subject, report: await insertReport(db, { ...subject, itemAuthorId: authorId }) };
}

test('reports: each change is published after its commit, with the new state and version', async () => {
  const { subject, report } = await reportedPost();
  const reportId = report.id;
  await reports.setReportStatus(reportId, { status: 'reviewing' }, caller(), context);
  await reports.deleteReport(reportId, {}, caller(), context);
  expect(published).toEqual([
    { name: 'report_changed', payload: { reportId, version: 2, status: 'reviewing', ...subject } },
    { name: 'report_removed', payload: { reportId, ...subject } },
  ]);
});

test('reports: a rule that is named is published to who has the report, and to who lists it', async () => {
  const { subject, report } = await reportedPost();
  await reports.setReportPolicy(report.id, { policy: 'spam' }, caller(), context);
  await reports.setReportPolicy(report.id, { policy: 'spam' }, caller(), context);
  expect(published).toEqual([
    { name: 'report_changed', payload: { reportId: report.id, version: 2, status: 'pending', ...subject } },
    { name: 'cases_changed', payload: subject },
  ]);
});

test('reports: a bulk change is published as one event, and so is its undo', async () => {
  const { subject } = await reportedPost();
  await insertReport(testApp.database.db, subject);
  const { version } = await readSubject(testApp, subject);
  const change = { version, status: 'resolved' as const, note: undefined };
  const changeId = await inTransaction(app, (ctx) => closeInBulk(ctx, subject, change, caller()));
  await inTransaction(app, (ctx) => reopenInBulk(ctx, subject, changeId, caller()));
  const event = { name: 'cases_changed', payload: subject };
  expect(published).toEqual([event, event]);
});

test('reports: a change that was rejected, or changed nothing, is not published', async () => {
  const { report } = await reportedPost();
  const rejected = [
    reports.setReportStatus(report.id, { status: 'resolved', version: 7 }, caller(), context),
    reports.deleteReport(report.id, { version: 7 }, caller(), context),
    reports.deleteReport('unknown', {}, caller(), context),
  ];
  for (const { status } of await Promise.allSettled(rejected)) expect(status).toBe('rejected');
  await reports.setReportStatus(report.id, { status: 'pending' }, caller(), context);
  expect(published).toEqual([]);
});
