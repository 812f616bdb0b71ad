import { REPORT_STATUSES, type ReportAction, type ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { CircleCheck, CircleSlash, Trash2, Undo2 } from 'lucide-react';
import { Link } from '../../lib/link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MenuSelect } from '../../ui/menu-select.tsx';
import { statusLabel } from '../reports.strings.ts';
import { StatusBadge } from '../status-badge.tsx';
import { NoteField } from './note-field.tsx';
import { RefusedDecision } from './rejected-decision.tsx';
import { actWords, reportDetailStrings as strings } from './report-detail.strings.ts';
import { evidenceOf, isLookedUp, thingNameOf } from './report-subject.ts';
import { SectionCard } from './section-card.tsx';
import type { ReportDecisions } from './use-report-decisions.tsx';
import type { ReportNote } from './use-report-note.ts';

const STATUSES = REPORT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));
const ICONS = {
  disable_account: CircleSlash,
  enable_account: CircleCheck,
  delete_content: Trash2,
  restore_content: Undo2,
} as const satisfies Record<ReportAction, unknown>;

interface DecisionCardProps {
  readonly report: ReportDetail;
  readonly note: ReportNote;
  readonly decisions: ReportDecisions;
  readonly onRemove: () => void;
}

/** What can be done to the text itself, if anything. */
function contentAction(report: ReportDetail): ReportAction | undefined {
  if (report.itemType === 'User' || !isLookedUp(report)) return undefined;
  const { kind } = evidenceOf(report);
  if (kind === 'here') return 'delete_content';
  return kind === 'gone' && report.itemDeleted?.restorable ? 'restore_content' : undefined;
}

/** What an administrator can do about a report. */
export function DecisionCard({ report, note, decisions, onRemove }: DecisionCardProps) {
  const { account } = report;
  const onContent = contentAction(report);
  const act = (action: ReportAction, name: string) => {
    const Icon = ICONS[action];
    return (
      <Button aria-disabled={decisions.isBusy} onClick={() => decisions.act(action, name)}>
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {actWords(action, report.itemType).label}
      </Button>
    );
  };
  return (
    <SectionCard title={strings.decision} aside={<StatusBadge status={report.status} />}>
      <RefusedDecision report={report} refused={decisions.refused} />
      <MenuSelect
        label={strings.status}
        text={statusLabel(report.status)}
        value={report.status}
        options={STATUSES}
        onOpen={decisions.acceptChanges}
        onChoose={decisions.setStatus}
      />
      {report.history && <NoteField note={note} />}
      {(account || onContent) && (
        <div className="flex flex-col gap-2">
          <p className="font-semibold text-sm">{strings.acts}</p>
          {account && (
            <p className="wrap-anywhere text-ink-muted text-sm">
              <bdi>{strings.actOn(account.username)}</bdi>
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {account && act(account.isDisabled ? 'enable_account' : 'disable_account', account.username)}
            {onContent && act(onContent, thingNameOf(report))}
            {account && (
              <Link to={`/admin/users/${encodeURIComponent(account._id)}`} className={buttonClass('ghost')}>
                {strings.userPage}
              </Link>
            )}
          </div>
        </div>
      )}
      <div className="border-line border-t pt-3">
        <Button variant="danger" onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {strings.remove}
        </Button>
      </div>
    </SectionCard>
  );
}
