import { ALERT_KINDS, type AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { z } from 'zod';
import { type App, type AppTx, inTransaction } from '../../lib/context.ts';
import { newId } from '../../lib/ids.ts';
import { MailRejectedError } from '../../lib/mail/mail-rejected-error.ts';
import type { Mailer } from '../../lib/mail/mailer.ts';
import type { AlertRow } from '../alerts.store.ts';
import { toEmail } from './email-text.ts';
import { type DigestAlert, type EmailQueue, type EmailRecipient, emailsStore } from './emails.store.ts';
import { isQuietAt } from './quiet-hours.ts';

/** An administrator gets no second e-mail of a kind before: what comes meanwhile waits for the next one. */
const DIGEST_INTERVALS_MS = {
  overdue: 15 * MINUTE_MS,
  appeal: 15 * MINUTE_MS,
  child_safety: MINUTE_MS,
} as const satisfies Record<AlertKind, number>;
const DIGEST_SIZE = 500;
/** An e-mail that could not be sent for so long says nothing any more. */
const GIVEN_UP_AFTER_MS = 24 * 60 * MINUTE_MS;

const SEND = {
  name: 'alerts.send-emails',
  schema: z.object({ adminId: z.string(), kind: z.enum(ALERT_KINDS) }),
  keyOf: ({ adminId, kind }: EmailQueue) => `${kind}:${adminId}`,
};

interface Digest {
  id: string;
  to: string;
  alerts: DigestAlert[];
}

/** Whether an administrator wants e-mails of a kind at this time. */
function isWantedNow(recipient: EmailRecipient, kind: AlertKind, at: Date): boolean {
  const { quietFromMinute, quietUntilMinute, isChildSafetyLoud } = recipient;
  if (kind === 'child_safety' && isChildSafetyLoud) return true;
  return !isQuietAt(at, quietFromMinute, quietUntilMinute);
}

/**
 * Sends alerts by e-mail, where there is an SMTP server: of each kind one digest per administrator and interval. Which alerts a digest
 * has is stored before it is sent: after a crash between sending and storing that, the same digest goes out again with the same
 * Message-ID, and no other one.
 */
export function registerAlertEmails(app: App): void {
  const { jobs, mailer } = app;
  if (!mailer) return;
  jobs.registerCall(
    SEND,
    (queue) => sendDigest(app, mailer, queue),
    async () => false,
  );
  jobs.schedule('alerts.resume-emails', 'minutely', () => resumeAlertEmails(app));
}

/** Enqueues what has waited for its interval, for the end of quiet hours, or for a server. */
export async function resumeAlertEmails(app: App): Promise<void> {
  for (const queue of await emailsStore.findQueues(app.db)) {
    await inTransaction(app, ({ tx, jobs }) => jobs.enqueue(tx, SEND, queue));
  }
}

/** Puts an alert into the queues of all who want e-mails of its kind; it goes out after the commit. */
export async function queueAlertEmails(
  { tx, jobs, mailer }: AppTx,
  { id, kind }: Pick<AlertRow, 'id' | 'kind'>,
): Promise<void> {
  if (!mailer) return;
  const adminIds = await emailsStore.insert(tx, id, kind);
  if (adminIds.length === 0) return;
  jobs.enqueueAfter(
    tx,
    SEND,
    adminIds.map((adminId) => ({ adminId, kind })),
  );
}

async function sendDigest(app: App, mailer: Mailer, queue: EmailQueue): Promise<void> {
  const { db, clock, config } = app;
  const digest = await inTransaction(app, (ctx) => openDigest(ctx, queue));
  if (!digest) return;
  const { id, to, alerts } = digest;
  const end = (outcome: 'sent' | 'failed') =>
    emailsStore.end(db, queue.adminId, idsOf(alerts), { outcome, at: clock.now() });
  const host = URL.parse(config.publicUrl)?.hostname ?? 'localhost';
  try {
    await mailer.send({ to, ...toEmail(alerts, config.publicUrl), messageId: `${id}@${host}` });
  } catch (error) {
    if (error instanceof MailRejectedError) await end('failed');
    // Logged with its reason; the retry of what has ended finds nothing.
    throw error;
  }
  await end('sent');
}

/** Stores what is to be sent now. @returns undefined for nothing, or not yet */
async function openDigest({ tx, clock }: AppTx, queue: EmailQueue): Promise<Digest | undefined> {
  const { adminId, kind } = queue;
  const now = clock.now();
  const recipient = await emailsStore.findRecipient(tx, adminId);
  const waiting = await emailsStore.findWaiting(tx, queue, DIGEST_SIZE);
  const end = (alerts: readonly DigestAlert[], outcome: 'failed' | 'obsolete') =>
    emailsStore.end(tx, adminId, idsOf(alerts), { outcome, at: now });
  if (!recipient?.emailKinds.includes(kind)) {
    await end(waiting, 'obsolete');
    return undefined;
  }
  const [first] = waiting;
  if (first?.digestId) {
    const alerts = waiting.filter(({ digestId }) => digestId === first.digestId);
    if (!hasExpired(alerts, now)) return { id: first.digestId, to: recipient.email, alerts };
    await end(alerts, 'failed');
    return undefined;
  }
  if (!isWantedNow(recipient, kind, now)) return undefined;
  const lastSentAt = await emailsStore.findLastSentAt(tx, queue);
  if (lastSentAt && now.getTime() - lastSentAt.getTime() < DIGEST_INTERVALS_MS[kind]) return undefined;
  const alerts = waiting.filter(({ isOpen }) => isOpen);
  await end(
    waiting.filter(({ isOpen }) => !isOpen),
    'obsolete',
  );
  if (alerts.length === 0) return undefined;
  const id = newId();
  await emailsStore.setDigest(tx, adminId, idsOf(alerts), id);
  return { id, to: recipient.email, alerts };
}

const idsOf = (alerts: readonly DigestAlert[]): string[] => alerts.map(({ id }) => id);

/** Whether even the newest of them is too old. */
const hasExpired = (alerts: readonly DigestAlert[], now: Date): boolean =>
  alerts.every(({ created_at: at }) => now.getTime() - at.getTime() >= GIVEN_UP_AFTER_MS);
