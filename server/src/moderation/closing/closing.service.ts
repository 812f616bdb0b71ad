import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import type { ReportCases } from './cases.service.ts';
import { reportsClosingStore } from './closing.store.ts';

/** A transaction's share of reports: each has an announcement, which is marked and published. */
const CLOSED_PER_STEP = 50;
/** Each has an event and an audit entry. */
const SUBJECTS_PER_STEP = 10;
const NOTE = 'Tự động đóng: tài khoản hoặc nội dung bị báo cáo đã bị xóa';

/** Who deleted the account, by which request. */
export interface ClosedBy {
  readonly actor: Pick<Caller, 'id' | 'username'>;
  readonly context: Pick<CallContext, 'requestId' | 'address'>;
}

interface ReportClosingNeeds {
  app: App;
  cases: Pick<ReportCases, 'closeReports'>;
}

/** Closes open reports about what is deleted with an account; the events of their subjects say why. */
export function createReportClosing({ app, cases }: ReportClosingNeeds) {
  /** @returns how many reports were closed, up to a step's share */
  async function close(tx: Tx, refs: readonly SubjectRef[], { actor, context }: ClosedBy): Promise<number> {
    let left = CLOSED_PER_STEP;
    for (const ref of refs) {
      if (left === 0) break;
      const subject = await lockSubject({ ...app, tx }, ref, null);
      left -= await cases.closeReports(subject, { most: left, note: NOTE }, actor, context);
    }
    return CLOSED_PER_STEP - left;
  }

  return {
    /**
     * Closes some open reports about an account and what it published.
     * @param tx either has the account locked and does not wait for subjects (`skipsLocked`), or has not locked it: who
     *   decides a report locks its subject before the account
     * @returns how many; 0 where none was left
     */
    closeSomeOfAccount: async (tx: Tx, accountId: string, by: ClosedBy, skipsLocked = false): Promise<number> =>
      close(tx, await reportsClosingStore.lockOfAccount(tx, accountId, SUBJECTS_PER_STEP, skipsLocked), by),

    /** As {@link closeSomeOfAccount} for comments, without their locks. @returns whether none is left */
    async closeSomeOfComments(tx: Tx, ids: readonly string[], by: ClosedBy): Promise<boolean> {
      const refs = await reportsClosingStore.findOfComments(tx, ids, SUBJECTS_PER_STEP);
      const closed = await close(tx, refs, by);
      return refs.length < SUBJECTS_PER_STEP && closed < CLOSED_PER_STEP;
    },
  };
}
export type ReportClosing = ReturnType<typeof createReportClosing>;
