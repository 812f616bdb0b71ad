import type { ReportAction, ReportDetail, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../lib/session.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { ConfirmMessage } from '../ui/confirm-message.tsx';
import { notify } from '../ui/notices.ts';
import { type Decision, useDecideReport } from './report-detail.mutations.ts';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';
import { statusLabel } from './reports.strings.ts';
import type { ReportNote } from './use-report-note.ts';

type Wish = { readonly status: ReportStatus } | { readonly action: ReportAction };

export interface ReportDecisions {
  readonly setStatus: (status: ReportStatus) => void;
  /** Asks before; `name` is whom or what it is done to. One at a time. */
  readonly act: (action: ReportAction, name: string) => void;
  readonly isBusy: boolean;
  /** What was refused because another administrator was faster. */
  readonly refused: { readonly label: string; readonly again: () => void; readonly dismiss: () => void } | undefined;
}

function labelOf(wish: Wish, itemType: string): string {
  return 'status' in wish ? strings.setStatusTo(statusLabel(wish.status)) : actWords(wish.action, itemType).label;
}

/** What can be decided on a report that is open; what is noted goes with it. */
export function useReportDecisions(report: ReportDetail, note: ReportNote): ReportDecisions {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const by = useSession()?.adminName;
  const decide = useDecideReport();
  const [refused, setRefused] = useState<Wish>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function carryOut(wish: Wish): Promise<void> {
    setRefused(undefined);
    const text = note.text.trim() === '' ? undefined : note.text;
    const decision: Decision =
      'status' in wish
        ? { kind: 'status', report, status: wish.status, note: text }
        : { kind: 'act', report, action: wish.action, by, note: text };
    // A failure has been told of by then, and has left the note as it is.
    const outcome = await decide.mutateAsync(decision).catch(() => undefined);
    if (outcome === 'done') note.sent(note.text);
    if (outcome !== 'refused') return;
    if (isOpen.current) return setRefused(wish);
    notify.error(strings.notDone(labelOf(wish, report.itemType)), {
      action: { label: strings.open, onClick: () => void navigate(`/admin/reports/${report._id}`) },
    });
  }

  return {
    setStatus(status) {
      if (status !== report.status) void carryOut({ status });
    },
    act(action, name) {
      if (decide.isPending) return;
      const { label, question, consequence } = actWords(action, report.itemType);
      const isHarsh = action === 'disable_account' || action === 'delete_content';
      void confirm({
        title: label,
        message: <ConfirmMessage question={question} name={name} consequence={consequence} />,
        confirmLabel: label,
        ...(isHarsh && { tone: 'danger' }),
      }).then((isConfirmed) => (isConfirmed ? carryOut({ action }) : undefined));
    },
    isBusy: decide.isPending,
    refused: refused && {
      label: labelOf(refused, report.itemType),
      again: () => void carryOut(refused),
      dismiss: () => setRefused(undefined),
    },
  };
}
