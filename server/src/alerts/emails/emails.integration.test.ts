import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../lib/context.ts';
import { createMailer } from '../../lib/mail/mailer.ts';
import { remindOfDue } from '../../moderation/reminders/remind-of-due.ts';
import { failUpdates, fileReport, makeOverdue, setEmailPreferences } from '../../testing/alerts.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertSession } from '../../testing/factories.ts';
import { endPauses } from '../../testing/jobs-clock.ts';
import { openSmtpServer, type TestSmtpServer } from '../../testing/smtp-server.ts';
import { raiseAlert, raiseIfGrave } from '../raise-alert.ts';
import { resumeAlertEmails } from './send-alert-emails.ts';

const PUBLIC_URL = 'https://hai-dang.example';
let testApp: TestApp;
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await openSmtpServer();
  const mailer = createMailer({ url: smtp.url, from: 'Hải Đăng <hai-dang@hai-dang.example>' });
  testApp = await buildTestApp({ mailer, publicUrl: PUBLIC_URL });
  // Reminders are due from this run on.
  await remindOfDue(testApp.services.app);
});
beforeEach(async () => {
  await db().deleteFrom('administrator_preferences').execute();
  await db().deleteFrom('alerts').execute();
  // Reports of other tests would become overdue, too.
  await db().deleteFrom('reports').execute();
  await db().updateTable('policies').set({ severity: 3 }).where('key', '=', 'violence').execute();
  smtp.received.length = 0;
});
afterEach(() => {
  Object.assign(smtp.behaviour, {
    rejectRecipients: null,
    rejectMessages: null,
  });
});
afterAll(async () => {
  await testApp.close();
  await smtp.close();
});

const db = () => testApp.database.db;
const want = (kinds: Parameters<typeof setEmailPreferences>[2]['kinds'], more: object = {}) =>
  setEmailPreferences(testApp, testApp.admin.id, { kinds, ...more });
const send = async () => {
  await endPauses(testApp.database);
  await resumeAlertEmails(testApp.services.app);
  await testApp.services.jobs.runDue();
};
const states = () => db().selectFrom('alert_emails').select(['admin_id', 'outcome']).orderBy('alert_id').execute();
const makeGrave = () => db().updateTable('policies').set({ severity: 4 }).where('key', '=', 'violence').execute();
const minuteNow = () => Math.floor(testApp.clock.now().getTime() / MINUTE_MS + 7 * 60) % (24 * 60);
/** Around now. */
const quiet = (): [number, number] => [(minuteNow() + 1_410) % 1_440, (minuteNow() + 60) % 1_440];

describe('alerts by e-mail', () => {
  test('an overdue report: one e-mail in Vietnamese with reason, title and link, only to recipients who enabled it', async () => {
    await want(['overdue']);
    const others = [await insertAdmin(db()), await insertAdmin(db())];
    await setEmailPreferences(testApp, others[0]?.id ?? '', { kinds: ['appeal'] });
    const { reportId } = await fileReport(testApp, 'Bán vé giả');
    await makeOverdue(testApp);
    await send();
    await send();
    expect(smtp.received.map(({ to }) => to)).toEqual([['admin@example.test']]);
    const { mail } = smtp.received[0] ?? {};
    expect(mail?.subject).toBe('[Hải Đăng] Báo cáo quá hạn xử lý: Spam và quảng cáo – Bán vé giả');
    expect(mail?.from).toEqual({ address: 'hai-dang@hai-dang.example', name: 'Hải Đăng' });
    expect(mail?.text).toContain(`${PUBLIC_URL}/admin/reports/${reportId}`);
    expect(mail?.text).toContain(`${PUBLIC_URL}/admin/account`);
    expect(mail?.html).toBeUndefined();
    expect(await states()).toEqual([{ admin_id: testApp.admin.id, outcome: 'sent' }]);
  });

  test('several at once: one digest, and the next one not before its interval is over', async () => {
    await want(['overdue']);
    for (let index = 1; index <= 30; index += 1) await fileReport(testApp, `Bài ${index}`);
    await makeOverdue(testApp);
    await send();
    expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['[Hải Đăng] 30 báo cáo quá hạn xử lý']);
    expect(smtp.received[0]?.mail.text).toContain('… và 10 mục khác');
    const { reportId, itemId } = await fileReport(testApp, 'Bài muộn');
    const subject = { itemType: 'Post', itemId } as const;
    const late = { event: 'report.overdue', subject, reportId, reason: 'Spam', title: 'Bài muộn' } as const;
    await inTransaction(testApp.services.app, (tx) => raiseAlert(tx, late));
    testApp.clock.advance(14 * MINUTE_MS);
    await send();
    expect(smtp.received).toHaveLength(1);
    testApp.clock.advance(MINUTE_MS);
    await send();
    expect(smtp.received.map(({ mail }) => mail.subject)[1]).toBe('[Hải Đăng] Báo cáo quá hạn xử lý: Spam – Bài muộn');
  });

  test('a subject that is decided before the e-mail is sent is not in it', async () => {
    await want(['overdue'], { quiet: quiet() });
    const { reportId } = await fileReport(testApp, 'Đã xử lý trong đêm');
    await makeOverdue(testApp, 24);
    await send();
    const token = await insertSession(db(), testApp.admin.id, testApp.clock.now());
    const body = { status: 'resolved' };
    expect((await testApp.send('POST', `/api/reports/admin/${reportId}`, { token, body })).statusCode).toBe(200);
    testApp.clock.advance(61 * MINUTE_MS);
    await send();
    expect(smtp.received).toEqual([]);
    expect((await states()).map(({ outcome }) => outcome)).toEqual(['obsolete']);
  });

  test('quiet hours: sent at their end; child safety sooner only where its recipient enabled that', async () => {
    await makeGrave();
    await want(['overdue', 'child_safety'], { quiet: quiet() });
    const hushed = await insertAdmin(db());
    await setEmailPreferences(testApp, hushed.id, {
      kinds: ['child_safety'],
      quiet: quiet(),
      isChildSafetyLoud: false,
    });
    await fileReport(testApp, 'Nguy hiểm', 'violence');
    await send();
    expect(smtp.received.map(({ to }) => to)).toEqual([['admin@example.test']]);
    expect(smtp.received[0]?.mail.subject).toBe('[Hải Đăng] Báo cáo về an toàn trẻ em: Bạo lực – Nguy hiểm');
    testApp.clock.advance(61 * MINUTE_MS);
    await send();
    expect(smtp.received.map(({ to }) => to)).toEqual([['admin@example.test'], [hushed.email]]);
  });

  test('one subject reported many times: one alert of child safety', async () => {
    await makeGrave();
    await want(['child_safety']);
    const { itemId } = await fileReport(testApp, 'Bị báo cáo nhiều', 'violence');
    const before = await db().selectFrom('alerts').selectAll().execute();
    await inTransaction(testApp.services.app, (tx) =>
      raiseIfGrave(tx, {
        subject: { itemType: 'Post', itemId },
        reportId: 'another',
        reason: 'Bạo lực',
        severity: 4,
      }),
    );
    expect(await db().selectFrom('alerts').selectAll().execute()).toEqual(before);
  });

  test('the name of an account and the text of a comment are in no e-mail', async () => {
    await want(['overdue']);
    for (const itemType of ['User', 'Comment'] as const) {
      const subject = { itemType, itemId: 'x' };
      await inTransaction(testApp.services.app, (tx) =>
        raiseAlert(tx, {
          event: 'report.overdue',
          subject,
          reportId: 'r',
          reason: 'Quấy rối',
          title: 'Nguyễn Văn An',
        }),
      );
    }
    const titles = await db().selectFrom('alerts').select('title').orderBy('title').execute();
    expect(titles).toEqual([{ title: 'Một bình luận' }, { title: 'Một tài khoản' }]);
  });
});

describe('alerts by e-mail: failures', () => {
  test('the server is busy: sent later, once', async () => {
    await want(['overdue']);
    smtp.behaviour.rejectMessages = 451;
    await fileReport(testApp, 'Lát nữa');
    await makeOverdue(testApp);
    await send();
    expect((await states()).map(({ outcome }) => outcome)).toEqual([null]);
    smtp.behaviour.rejectMessages = null;
    await send();
    await send();
    expect(smtp.received).toHaveLength(1);
  });

  test('the recipient is rejected for good: no retry', async () => {
    await want(['overdue']);
    smtp.behaviour.rejectRecipients = 550;
    await fileReport(testApp, 'Không nhận');
    await makeOverdue(testApp);
    await send();
    expect((await states()).map(({ outcome }) => outcome)).toEqual(['failed']);
    smtp.behaviour.rejectRecipients = null;
    await send();
    expect(smtp.received).toEqual([]);
    expect(testApp.logLines.some((line) => line.includes('rejected the message'))).toBe(false);
  });

  test('killed between sending and storing: the same digest again, with the same Message-ID', async () => {
    await want(['overdue']);
    await fileReport(testApp, 'Gửi lại');
    await makeOverdue(testApp);
    // The digest is fixed, and its end is not stored, as after a kill.
    const endFailures = await failUpdates(testApp.database, 'alert_emails', 'ended_at');
    await send();
    await endFailures();
    await send();
    const ids = smtp.received.map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(smtp.received[1]?.mail.text).toBe(smtp.received[0]?.mail.text);
    await send();
    expect((await states()).filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
  });

  test('failing for a day: discarded', async () => {
    await want(['overdue']);
    smtp.behaviour.rejectMessages = 451;
    await fileReport(testApp, 'Quá cũ');
    await makeOverdue(testApp);
    await send();
    testApp.clock.advance(25 * 60 * MINUTE_MS);
    smtp.behaviour.rejectMessages = null;
    await send();
    expect(smtp.received).toEqual([]);
    expect((await states()).map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  test('a recipient who has been disabled, or has disabled e-mails, gets none', async () => {
    await want(['overdue'], { quiet: quiet() });
    await fileReport(testApp, 'Không muốn nữa');
    await makeOverdue(testApp, 24);
    await want([]);
    await send();
    expect((await states()).map(({ outcome }) => outcome)).toEqual(['obsolete']);
  });
});
