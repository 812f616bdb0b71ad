import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Report, ReportAction, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { heldBy, otherHolder } from '../../../entities/holder.ts';
import { isOpenStatus, statusLabel } from '../../../entities/report-status.tsx';
import { errorMessage, isUnauthorized } from '../../../lib/api-error.ts';
import { useSession } from '../../../lib/session.ts';
import { sharedStrings } from '../../../lib/strings.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { ConfirmMessage } from '../../../ui/confirm-message.tsx';
import { toast } from '../../../ui/toast.ts';
import { isChangedByOther } from '../optimistic-lock.ts';
import { reportName } from '../reporter.ts';
import { notifyStatusFailure } from '../reports.mutations.ts';
import { PLAIN_ACTS } from './report-detail.actions.ts';
import { useActOnSubject, useSetReportStatus } from './report-detail.mutations.ts';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';
import { subjectNameOf } from './report-subject.ts';
import type { FreshHold } from './use-fresh-hold.ts';

interface PendingStatus {
  readonly status: ReportStatus;
  readonly isVerdict: boolean;
}

/** A status that was not set; `holder` handles the subject, where that is why. */
interface Conflict {
  readonly pending: PendingStatus;
  readonly holder?: string | undefined;
}

export interface ReportDecisions {
  readonly setStatus: (status: ReportStatus) => void;
  /** The same, by a button or a key: what closes the report is followed by `onClosed`. */
  readonly conclude: (status: ReportStatus) => void;
  /** Accepts other administrators' changes: the next decision applies to the report as shown now. */
  readonly acceptChanges: () => void;
  /** Asks for confirmation first; `name` is the subject's. One act at a time. */
  readonly act: (what: ReportAction, name: string) => void;
  readonly isBusy: boolean;
  /** The status that was not set because another administrator has changed the report meanwhile, or handles it. */
  readonly conflict:
    | {
        readonly label: string;
        /** The administrator who handles the subject, where that is why. */
        readonly holder: string | undefined;
        readonly again: () => void;
        readonly dismiss: () => void;
      }
    | undefined;
}

const labelOf = ({ status }: PendingStatus): string => strings.setStatusTo(statusLabel(status));

/** The status of the open report, and what one button does to its subject. */
export function useReportDecisions(
  report: ReportDetail,
  { hold, onClosed }: { hold: FreshHold; onClosed: () => void },
): ReportDecisions {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const session = useSession();
  const holder = otherHolder(report.case?.assignee, session?.adminId)?.username;
  const setStatus = useSetReportStatus();
  const actOnSubject = useActOnSubject();
  const isBusy = setStatus.isPending || actOnSubject.isPending;
  const [conflict, setConflict] = useState<Conflict>();
  // Another administrator's change while the report is open is shown before a decision can override it.
  const [seen, setSeen] = useState<Report>(report);
  const acceptChanges = () => setSeen(report);
  const name = reportName(report, subjectNameOf(report));
  const isOpen = useRef(false);
  /** The action of a toast after a failure: the retry while the report is open, else the report. */
  const remedy = (retry: () => void) =>
    isOpen.current
      ? { label: sharedStrings.retry, onClick: retry }
      : {
          label: strings.open,
          onClick: () => void navigate(`/admin/reports/${encodeURIComponent(report._id)}`),
        };

  const notifyNotDone = ({ pending, holder: by }: Conflict) =>
    toast.error(strings.notDone(labelOf(pending), by === undefined ? strings.changedByOther : heldBy(by)), {
      detail: name,
      action: remedy(() => void submit(pending)),
    });

  const notifyUnanswered = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    notifyUnanswered.current = conflict && (() => notifyNotDone(conflict));
  });
  // The effect runs at once: a rejection may come right behind the screen that is left.
  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      // Who walks on by keys may not have seen it.
      notifyUnanswered.current?.();
    };
  }, []);

  async function submit(pending: PendingStatus): Promise<void> {
    setConflict(undefined);
    const again = () => void submit(pending);
    try {
      const outcome = await setStatus.mutateAsync({ report, status: pending.status });
      if (outcome === 'done') {
        if (isOpen.current && pending.isVerdict && !isOpenStatus(pending.status)) onClosed();
      } else if (isOpen.current) setConflict({ pending });
      else notifyNotDone({ pending });
    } catch (error) {
      notifyStatusFailure(error, name, remedy(again));
    }
  }

  async function act(what: ReportAction): Promise<void> {
    try {
      await actOnSubject.mutateAsync({ report, what });
    } catch (error) {
      if (isUnauthorized(error)) return;
      const text = errorMessage(error, actWords(what, report.itemType).failed);
      toast.error(text, { detail: name, action: remedy(() => void act(what)) });
    }
  }

  function choose(status: ReportStatus, isVerdict: boolean): void {
    if (hold.stops()) return;
    const isOverruling = isChangedByOther(seen, report);
    acceptChanges();
    if (isOverruling) setConflict({ pending: { status, isVerdict } });
    else if (status !== report.status && holder !== undefined) setConflict({ pending: { status, isVerdict }, holder });
    else if (status !== report.status) void submit({ status, isVerdict });
  }

  return {
    setStatus: (status) => choose(status, false),
    conclude: (status) => choose(status, true),
    acceptChanges,
    act(what, name) {
      if (isBusy) return;
      const { label, question, consequence } = actWords(what, report.itemType);
      void confirm({
        title: label,
        message: (
          <ConfirmMessage
            question={question}
            name={name}
            consequence={holder === undefined ? consequence : `${heldBy(holder)} ${consequence}`}
          />
        ),
        confirmLabel: label,
        ...(PLAIN_ACTS[what].isDangerous && { tone: 'danger' }),
      }).then((isConfirmed) => (isConfirmed ? act(what) : undefined));
    },
    isBusy,
    conflict: conflict && {
      label: labelOf(conflict.pending),
      holder: conflict.holder,
      again: () => void submit(conflict.pending),
      dismiss: () => setConflict(undefined),
    },
  };
}
