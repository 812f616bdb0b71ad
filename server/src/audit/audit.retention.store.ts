import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';
import type { AuditPosition } from './audit.store.ts';

export interface AuditPurge {
  /** How many were examined, and how many of them were deleted. */
  seen: number;
  removed: number;
  /** The newest that was examined; null if there was none. */
  last: AuditPosition | null;
}

export const auditRetentionStore = {
  /**
   * Purges entries from before a time, except those about an open report or its subject.
   * @param after the newest already examined
   * @param most how many are examined, oldest first
   */
  async purgeBefore(tx: Tx, before: Date, after: AuditPosition | null, most: number): Promise<AuditPurge> {
    const { rows } = await sql<{ seen: number; removed: number; createdAt: Date | null; id: string | null }>`
      with old as materialized (
        select id, created_at, target_type, target_id from audit_entries
        where created_at < ${before}
          and (created_at, id) > (${after?.createdAt ?? '-infinity'}::timestamptz, ${after?.id ?? ''})
        order by created_at, id limit ${most} for update skip locked
      ), gone as (
        delete from audit_entries e using old where e.id = old.id
          and not exists (
            select from reports r where r.id = old.target_id and old.target_type = 'report'
              and r.status in ('pending', 'reviewing'))
          and not exists (
            select from reports r where r.subject_id = old.target_id and r.status in ('pending', 'reviewing')
              and r.subject_type = case old.target_type when 'user' then 'User' when 'post' then 'Post'
                when 'travel_post' then 'TravelPost' when 'comment' then 'Comment' end)
        returning e.id
      )
      select (select count(*) from old) as seen, (select count(*) from gone) as removed,
        last.created_at as "createdAt", last.id
      from (select 1) one left join lateral (select * from old order by created_at desc, id desc limit 1) last on true`.execute(
      tx,
    );
    const { seen = 0, removed = 0, createdAt = null, id = null } = rows[0] ?? {};
    return { seen, removed, last: createdAt && id !== null ? { createdAt, id } : null };
  },
};
