import { casesChanged } from '@hai-dang/contract/reports/reports.events.ts';
import type { SetCaseStatusBody } from '@hai-dang/contract/reports/reports.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { newId } from '../lib/ids.ts';
import type { Publisher } from '../lib/realtime/publisher.ts';
import type { ReportsCasesStore } from './reports.cases.store.ts';
import type { ReportedThing } from './reports.listing.store.ts';
import { toItemType } from './reports.mapper.ts';

/** As long as a deletion can be undone; longer than the panel offers it. */
const UNDOABLE_MS = 10 * 60_000;

interface ReportCasesNeeds {
  database: Pick<Database, 'transact'>;
  store: ReportsCasesStore;
  audit: Pick<AuditService, 'recordEach'>;
  publisher: Pick<Publisher, 'toAdmins'>;
  clock: Clock;
}

/** Deciding all open reports of one thing at once. */
export function createReportCases({ database, store, audit, publisher, clock }: ReportCasesNeeds) {
  async function tell(tx: Tx, thing: ReportedThing, batchId: string, caller: Caller, context: CallContext) {
    const event = { action: 'report.status' as const, actor: caller, targetType: 'report' as const, context };
    await audit.recordEach(tx, event, store.auditTargets(batchId));
    afterCommit(tx, () => publisher.toAdmins(casesChanged, thing));
  }

  return {
    /**
     * Sets the status of every open report of a thing that does not have it yet.
     * @returns how many were changed, and what undoes it
     * @throws {DomainError} CASE_CHANGED if another number of reports is open than was confirmed
     */
    setCaseStatus: (
      { itemType, itemId, status, expectedOpen, note }: SetCaseStatusBody,
      caller: Caller,
      context: CallContext,
    ): Promise<{ changed: number; batchId: string }> =>
      database.transact(async (tx) => {
        const batchId = newId();
        const thing = { itemType, itemId };
        const change = { status, expectedOpen, batchId, actor: caller, at: clock.now(), note: note || null };
        const { open, changed } = await store.setOpenStatus(tx, thing, change);
        if (open !== expectedOpen) throw new DomainError('CASE_CHANGED', { open });
        if (changed > 0) await tell(tx, thing, batchId, caller, context);
        return { changed, batchId };
      }),

    /**
     * Takes such a change back, whoever made it: a report that anybody has changed since keeps its status, so nothing
     * is lost by it. Doing it again changes nothing. What it did is itself such a change and can be taken back.
     * @throws {DomainError} BATCH_NOT_UNDOABLE after ten minutes, and for one that never was
     */
    undoCaseStatus: (
      formerBatchId: string,
      caller: Caller,
      context: CallContext,
    ): Promise<{ changed: number; batchId: string }> =>
      database.transact(async (tx) => {
        const former = await store.findBatch(tx, formerBatchId);
        const now = clock.now();
        if (!former || former.created_at.getTime() + UNDOABLE_MS <= now.getTime()) {
          throw new DomainError('BATCH_NOT_UNDOABLE');
        }
        const batchId = newId();
        const changed = await store.restoreStatus(tx, formerBatchId, { batchId, actor: caller, at: now, note: null });
        const thing = { itemType: toItemType(former.item_type), itemId: former.item_id };
        if (changed > 0) await tell(tx, thing, batchId, caller, context);
        return { changed, batchId };
      }),
  };
}
