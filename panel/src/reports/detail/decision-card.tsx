import { REPORT_NOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { REPORT_STATUSES, type ReportAction, type ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { StatusBadge, statusLabel } from '../../entities/report-status.tsx';
import { useActions } from '../../lib/actions.ts';
import { Link } from '../../lib/link.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MenuSelect } from '../../ui/menu-select.tsx';
import { TextareaField } from '../../ui/textarea.tsx';
import { DecisionConflict } from './decision-conflict.tsx';
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

/** The moderation action on the content itself, if any. */
function contentAction(report: ReportDetail): ReportAction | undefined {
  if (report.itemType === 'User' || !isLookedUp(report)) return undefined;
  const { kind } = evidenceOf(report);
  if (kind === 'here') return 'delete_content';
  return kind === 'gone' && report.itemDeleted?.restorable ? 'restore_content' : undefined;
}

/** The note, stored in the history with the next change. */
function NoteField({ note }: { readonly note: ReportNote }) {
  return (
    <TextareaField
      label={strings.note}
      hint={strings.noteHint}
      rows={3}
      value={note.text}
      maxLength={REPORT_NOTE_MAX_CHARS}
      onChange={(event) => note.type(event.target.value)}
    />
  );
}

/** The actions of an administrator on a report. */
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
            {acts.map((action) => (
              <ActionButton key={action.id} aria-disabled={!action.when} action={action} />
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
        <ActionButton action={remove} />
      </div>
    </Card>
  );
}
