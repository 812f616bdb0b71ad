import { type AlertEvent, type AlertKind, CHILD_SAFETY_SEVERITY } from '@hai-dang/contract/alerts/alerts.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { purgeInBatches } from '../lib/async/purge-in-batches.ts';
import type { Clock } from '../lib/clock.ts';
import type { Db, Tx } from '../lib/db/database.ts';
import { newId } from '../lib/ids.ts';
import { alertsStore } from './alerts.store.ts';
import type { AlertEmails } from './emails/emails.service.ts';
import type { WebhookDeliveries } from './webhooks/deliveries.service.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 30;
const PURGE_BATCH_SIZE = 1_000;
/** Of the same subject no second report alerts within this time: it waits already. */
const CHILD_SAFETY_QUIET_MS = 3_600_000;

const KINDS = {
  'report.overdue': 'overdue',
  'report.child_safety': 'child_safety',
  'appeal.created': 'appeal',
  'appeal.overdue': 'appeal',
} as const satisfies Record<AlertEvent, AlertKind>;

/** What an alert without a title of its own says: the name of an account, or what somebody wrote in a comment, does not leave. */
const NAMELESS = {
  User: 'Một tài khoản',
  Comment: 'Một bình luận',
  Post: 'Một bài viết',
  TravelPost: 'Một bài viết du lịch',
} as const satisfies Record<SubjectRef['itemType'], string>;

/** What happened that administrators who are not here should know. */
export interface NewAlert {
  event: AlertEvent;
  subject: SubjectRef;
  /** Null for an appeal. */
  reportId: string | null;
  appealId?: string;
  /** The title of the rule that a report's reason stands for. */
  reason: string | null;
  /** The title of a post; of anything else it is not told. */
  title?: string | null | undefined;
}

interface AlertsNeeds {
  db: Db;
  /** Null where no SMTP server is configured. */
  emails: Pick<AlertEmails, 'add'> | null;
  deliveries: Pick<WebhookDeliveries, 'add'>;
  clock: Clock;
}

/** Alerts reach administrators outside of the panel: by e-mail and by webhooks (docs/decisions/057). */
export function createAlertsService({ db, emails, deliveries, clock }: AlertsNeeds) {
  /**
   * Stores an alert, with an e-mail for each administrator who wants it and a delivery for each webhook.
   * @param tx the transaction in which it happens: both or neither
   */
  async function raise(tx: Tx, { event, subject, reportId, appealId, reason, title }: NewAlert): Promise<void> {
    const { itemType, itemId } = subject;
    const hasTitle = itemType === 'Post' || itemType === 'TravelPost';
    const alert = {
      id: newId(),
      kind: KINDS[event],
      event,
      subject_type: itemType,
      subject_id: itemId,
      report_id: reportId,
      appeal_id: appealId ?? null,
      reason,
      title: (hasTitle && title?.trim()) || NAMELESS[itemType],
      created_at: clock.now(),
    };
    await alertsStore.insert(tx, alert);
    await emails?.add(tx, alert);
    await deliveries.add(tx, alert);
  }

  return {
    raise,

    /** Alerts of a report of the gravest kind; not of one more about what has just been alerted of. */
    async raiseIfGrave(tx: Tx, { severity, ...alert }: Omit<NewAlert, 'event'> & { severity: number }): Promise<void> {
      if (severity < CHILD_SAFETY_SEVERITY) return;
      const since = new Date(clock.now().getTime() - CHILD_SAFETY_QUIET_MS);
      if (await alertsStore.hasSince(tx, { kind: 'child_safety', ...alert.subject, since })) return;
      await raise(tx, { ...alert, event: 'report.child_safety' });
    },

    /** Deletes old alerts, with what was sent of them. */
    async purgeOld(signal?: AbortSignal): Promise<void> {
      const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
      await purgeInBatches(PURGE_BATCH_SIZE, signal, () => alertsStore.deleteBefore(db, before, PURGE_BATCH_SIZE));
    },
  };
}
export type AlertsService = ReturnType<typeof createAlertsService>;
