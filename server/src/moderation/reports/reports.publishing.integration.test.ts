import { recentActionsChanged } from '@hai-dang/contract/moderation/recent-actions.events.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServices } from '../../app/services.ts';
import { type App, inTransaction } from '../../lib/context.ts';
import { createDiskImageStore } from '../../lib/images/image-store.ts';
import { noopPublisher } from '../../lib/realtime/publisher.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { callOf } from '../../testing/call-of.ts';
import { readSubject } from '../../testing/decisions.ts';
import { insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { closeInBulk, reopenInBulk } from '../closing/close-reports.ts';
import { deleteReport } from './delete-report.ts';
import { setReportPolicy } from './set-report-policy.ts';
import { setReportStatus } from './set-report-status.ts';

let testApp: TestApp;
let app: App;
/** The events emitted to all administrators, but for those that something was done. */
let published: Array<{ name: string; payload: unknown }> = [];
let acts = 0;

beforeAll(async () => {
  testApp = await buildTestApp();
  const { database, clock } = testApp;
  const publisher = {
    ...noopPublisher,
    toAdmins: ((event, payload) => {
      if (event.name === recentActionsChanged.name) acts += 1;
      else published.push({ name: event.name, payload });
    }) as typeof noopPublisher.toAdmins,
  };
  ({ app } = createServices({ database, clock, publisher, images: createDiskImageStore('') }));
});
beforeEach(() => {
  published = [];
  acts = 0;
});
afterAll(() => testApp.close());

const call = () => callOf(app, testApp.admin);
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
  await setReportStatus(call(), reportId, { status: 'reviewing' });
  await deleteReport(call(), reportId, {});
  expect(published).toEqual([
    { name: 'report_changed', payload: { reportId, version: 2, status: 'reviewing', ...subject } },
    { name: 'report_removed', payload: { reportId, ...subject } },
  ]);
});

test('reports: a named rule is published to each client that has the report, and to each that lists it', async () => {
  const { subject, report } = await reportedPost();
  await setReportPolicy(call(), report.id, { policy: 'spam' });
  await setReportPolicy(call(), report.id, { policy: 'spam' });
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
  const formerDecisionId = await inTransaction(app, (ctx) => closeInBulk(ctx, subject, change, testApp.admin));
  await inTransaction(app, (ctx) => reopenInBulk(ctx, subject, { formerDecisionId, note: undefined }, testApp.admin));
  const event = { name: 'cases_changed', payload: subject };
  expect(published).toEqual([event, event]);
  expect(acts).toBe(2);
});
