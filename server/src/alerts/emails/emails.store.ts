import type { AlertKind } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { sql } from 'kysely';
import type { Db, DbOrTx, Tx } from '../../lib/db/database.ts';
import type { AlertRow } from '../alerts.store.ts';

/** The e-mails of one administrator and kind. */
export interface EmailQueue {
  adminId: string;
  kind: AlertKind;
}

/** An administrator and the e-mails that they want. */
export interface EmailRecipient {
  email: string;
  emailKinds: AlertKind[];
  /** Minutes after midnight in Vietnam; both null where there are no quiet hours. */
  quietFromMinute: number | null;
  quietUntilMinute: number | null;
  isChildSafetyLoud: boolean;
}

export interface DigestAlert extends AlertRow {
  digestId: string | null;
  /** Whether a report or appeal of its subject still waits. */
  isOpen: boolean;
}

export const emailsStore = {
  /** One e-mail of an alert for each administrator who wants them. @returns to whom */
  async insert(tx: Tx, alertId: string, kind: AlertKind): Promise<string[]> {
    const { rows } = await sql<{ adminId: string }>`
      insert into alert_emails (alert_id, admin_id, kind)
      select ${alertId}, u.id, ${kind} from users u join administrator_preferences p on p.user_id = u.id
      where u.role = 'admin' and not u.is_disabled and ${kind} = any(p.email_kinds)
      returning admin_id as "adminId"`.execute(tx);
    return rows.map(({ adminId }) => adminId);
  },

  /** Finds the administrators and kinds for which anything waits. */
  findQueues: (db: Db): Promise<EmailQueue[]> =>
    db
      .selectFrom('alert_emails')
      .select(['admin_id as adminId', 'kind'])
      .$narrowType<{ kind: AlertKind }>()
      .where('outcome', 'is', null)
      .distinct()
      .execute(),

  /** Where an administrator's e-mails go; undefined for one who cannot sign in. */
  async findRecipient(tx: Tx, adminId: string): Promise<EmailRecipient | undefined> {
    const { rows } = await sql<EmailRecipient>`
      select u.email, coalesce(p.email_kinds, '{}') as "emailKinds", p.quiet_from_minute as "quietFromMinute",
        p.quiet_until_minute as "quietUntilMinute", coalesce(p.is_child_safety_loud, true) as "isChildSafetyLoud"
      from users u left join administrator_preferences p on p.user_id = u.id
      where u.id = ${adminId} and u.role = 'admin' and not u.is_disabled`.execute(tx);
    return rows[0];
  },

  /** When the last e-mail of a queue was sent. */
  async findLastSentAt(tx: Tx, { adminId, kind }: EmailQueue): Promise<Date | null> {
    const row = await tx
      .selectFrom('alert_emails')
      .select('ended_at')
      .where('admin_id', '=', adminId)
      .where('kind', '=', kind)
      .where('outcome', '=', sql.lit('sent'))
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.ended_at ?? null;
  },

  /** The alerts that wait in a queue, oldest first; those of a digest whose end is not known come first. */
  async findWaiting(tx: Tx, { adminId, kind }: EmailQueue, most: number): Promise<DigestAlert[]> {
    const { rows } = await sql<DigestAlert>`
      select a.*, e.digest_id as "digestId",
        coalesce(m.open_reports_count > 0 or m.open_appeals_count > 0, false) as "isOpen"
      from alert_emails e
      join alerts a on a.id = e.alert_id
      left join moderation_subjects m on m.subject_type = a.subject_type and m.subject_id = a.subject_id
      where e.admin_id = ${adminId} and e.kind = ${kind} and e.outcome is null
      order by e.digest_id nulls last, e.alert_id limit ${most}
      for update of e`.execute(tx);
    return rows;
  },

  async setDigest(tx: Tx, adminId: string, alertIds: readonly string[], digestId: string): Promise<void> {
    await sql`
      update alert_emails set digest_id = ${digestId}
      where admin_id = ${adminId} and alert_id = any(${[...alertIds]}::text[])`.execute(tx);
  },

  async end(
    db: DbOrTx,
    adminId: string,
    alertIds: readonly string[],
    { outcome, at }: { outcome: 'sent' | 'failed' | 'obsolete'; at: Date },
  ): Promise<void> {
    await sql`
      update alert_emails set outcome = ${outcome}, ended_at = ${at}
      where admin_id = ${adminId} and alert_id = any(${[...alertIds]}::text[]) and outcome is null`.execute(db);
  },
};
