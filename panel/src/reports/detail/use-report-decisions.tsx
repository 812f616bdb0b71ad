import type { ReportStatus } from '@hai-dang/contract/reports/report-fields.schema.ts';
import type { Report, ReportAction, ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { heldBy, otherHolder } from '../../entities/holder.ts';
import { isOpenStatus, statusLabel } from '../../entities/report-status.tsx';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConfirmMessage } from '../../ui/confirm-message.tsx';
import { toast } from '../../ui/toast.ts';
import { isChangedByOther } from '../optimistic-lock.ts';
import { reportName } from '../reporter.ts';
import { type Decision, notifyDecisionFailure, useDecideReport } from './report-detail.mutations.ts';
import { actionWords, reportDetailStrings as strings } from './report-detail.strings.ts';
import { subjectNameOf } from './report-subject.ts';
import type { ReportNote } from './use-report-note.ts';

type PendingAction =
  | { readonly status: ReportStatus; readonly isVerdict?: boolean }
  | { readonly action: ReportAction };

export interface ReportDecisions {
  readonly setStatus: (status: ReportStatus) => void;
  /** The same, by a button or a key: what closes the report is followed by `onClosed`. */
  readonly conclude: (status: ReportStatus) => void;
  /** Accepts other administrators' changes: the next decision applies to the report as shown now. */
  readonly acceptChanges: () => void;
  /** Asks for confirmation first; `name` is the subject's. One action at a time. */
  readonly act: (action: ReportAction, name: string) => void;
  readonly isBusy: boolean;
  /** The action that was not done because another administrator has changed the report meanwhile, or handles it. */
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

function labelOf(pending: PendingAction, itemType: string): string {
  return 'status' in pending
    ? strings.setStatusTo(statusLabel(pending.status))
    : actionWords(pending.action, itemType).label;
}

/** The decisions on the open report; they are sent with the note. */
export function useReportDecisions(report: ReportDetail, note: ReportNote, onClosed: () => void): ReportDecisions {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const session = useSession();
  const by = session?.adminName;
  const holder = otherHolder(report.case?.assignee, session?.adminId)?.username;
  const decide = useDecideReport();
  const [conflict, setConflict] = useState<{ readonly pending: PendingAction; readonly holder?: string | undefined }>();
  // Another administrator's change while the report is open is shown before a decision can override it.
  const [seen, setSeen] = useState<Report>(report);
  const acceptChanges = () => setSeen(report);
  const name = reportName(report, subjectNameOf(report));
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function submit(pending: PendingAction): Promise<void> {
    setConflict(undefined);
    const text = note.text.trim() === '' ? undefined : note.text;
    const decision: Decision =
      'status' in pending
        ? { kind: 'status', report, status: pending.status, note: text }
        : { kind: 'action', report, action: pending.action, by, note: text };
    const openReport = {
      label: strings.open,
      onClick: () => void navigate(`/admin/reports/${encodeURIComponent(report._id)}`),
    };
    try {
      const outcome = await decide.mutateAsync(decision);
      if (outcome === 'done') {
        note.sent(note.text);
        if (isOpen.current && 'status' in pending && pending.isVerdict && !isOpenStatus(pending.status)) onClosed();
        return;
      }
      if (isOpen.current) return setConflict({ pending });
      toast.error(strings.notDone(labelOf(pending, report.itemType)), { detail: name, action: openReport });
    } catch (error) {
      // The note is not cleared.
      const retry = { label: sharedStrings.retry, onClick: () => void submit(pending) };
      notifyDecisionFailure(error, decision, { name, action: isOpen.current ? retry : openReport });
    }
  }

  function choose(status: ReportStatus, isVerdict: boolean): void {
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
    act(action, name) {
      if (decide.isPending) return;
      const { label, question, consequence } = actionWords(action, report.itemType);
      const isDestructive = action === 'disable_account' || action === 'delete_content';
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
        ...(isDestructive && { tone: 'danger' }),
      }).then((isConfirmed) => (isConfirmed ? submit({ action }) : undefined));
    },
    isBusy: decide.isPending,
    conflict: conflict && {
      label: labelOf(conflict.pending, report.itemType),
      holder: conflict.holder,
      again: () => void submit(conflict.pending),
      dismiss: () => setConflict(undefined),
    },
  };
}
