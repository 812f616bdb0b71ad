import { REPORT_STATUSES, type ReportAction, type ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { statusLabel } from '../../entities/report.strings.ts';
import { StatusBadge } from '../../entities/status-badge.tsx';
import { useActions } from '../../lib/actions.ts';
import { Link } from '../../lib/link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MenuSelect } from '../../ui/menu-select.tsx';
import { DecisionConflict } from './decision-conflict.tsx';
import { NoteField } from './note-field.tsx';
import { detailActions, moderationAction } from './report-detail.actions.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { evidenceOf, isLookedUp, subjectNameOf } from './report-subject.ts';
import type { ReportDecisions } from './use-report-decisions.tsx';
import type { ReportNote } from './use-report-note.ts';

const STATUSES = REPORT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

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
  const act = (action: ReportAction, name: string) => ({
    ...moderationAction(action, report.itemType),
    when: !decisions.isBusy,
    run: () => decisions.act(action, name),
  });
  const [remove, ...acts] = useActions([
    { ...detailActions.remove, run: onRemove },
    ...(account ? [act(account.isDisabled ? 'enable_account' : 'disable_account', account.username)] : []),
    ...(onContent ? [act(onContent, subjectNameOf(report))] : []),
  ]);
  return (
    <Card spacing="wide" title={strings.decision} aside={<StatusBadge status={report.status} />}>
      <DecisionConflict report={report} conflict={decisions.conflict} />
      <MenuSelect
        label={strings.status}
        text={statusLabel(report.status)}
        value={report.status}
        options={STATUSES}
        onOpen={decisions.acceptChanges}
        onChoose={decisions.setStatus}
      />
      {report.history && <NoteField note={note} />}
      {acts.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="font-semibold text-sm">{strings.acts}</p>
          {account && (
            <p className="wrap-anywhere text-ink-muted text-sm">
              <bdi>{strings.actOn(account.username)}</bdi>
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {acts.map(({ id, icon: Icon, label, when, run }) => (
              <Button key={id} aria-disabled={!when} onClick={run}>
                <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
                {label}
              </Button>
            ))}
            {account && (
              <Link to={`/admin/users/${encodeURIComponent(account._id)}`} className={buttonClass('ghost')}>
                {strings.userPage}
              </Link>
            )}
          </div>
        </div>
      )}
      <div className="border-line border-t pt-3">
        <Button variant="danger" onClick={remove.run}>
          <remove.icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {remove.label}
        </Button>
      </div>
    </Card>
  );
}
