import { REPORT_NOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { REPORT_STATUSES } from '@hai-dang/contract/reports/report-fields.schema.ts';
import type { ReportAction, ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import type { ReactNode } from 'react';
import { StatusBadge, statusLabel } from '../../entities/report-status.tsx';
import { useActions } from '../../lib/actions.ts';
import { Link } from '../../lib/link.tsx';
import { usePreferences } from '../../lib/preferences.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { MenuSelect } from '../../ui/menu-select.tsx';
import { savePreferences } from '../../ui/save-preferences.ts';
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
  /** Takes the content down and closes its reports; undefined where that is not possible. */
  readonly onTakeDown: (() => void) | undefined;
  /** The decisions that take one press. */
  readonly children: ReactNode;
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
      rows={2}
      value={note.text}
      maxLength={REPORT_NOTE_MAX_CHARS}
      onChange={(event) => note.type(event.target.value)}
    />
  );
}

/** The actions of an administrator on a report; each has a line of its own, whatever its label says. */
export function DecisionCard({ report, note, decisions, onRemove, onTakeDown, children }: DecisionCardProps) {
  const { account } = report;
  const { opensNextReport } = usePreferences();
  const onContent = contentAction(report);
  const act = (action: ReportAction, name: string) => ({
    ...moderationAction(action, report.itemType),
    when: !decisions.isBusy,
    run: () => decisions.act(action, name),
  });
  const [remove, ...acts] = useActions([
    { ...detailActions.remove, run: onRemove },
    ...(onTakeDown ? [{ ...detailActions.takeDown, when: !decisions.isBusy, run: onTakeDown }] : []),
    ...(onContent ? [act(onContent, subjectNameOf(report))] : []),
    ...(account ? [act(account.isDisabled ? 'enable_account' : 'disable_account', account.username)] : []),
  ]);
  return (
    <Card title={strings.decision} aside={<StatusBadge status={report.status} />}>
      <DecisionConflict report={report} conflict={decisions.conflict} />
      {children}
      <Checkbox
        label={strings.opensNext}
        checked={opensNextReport}
        onChange={({ target }) => savePreferences({ opensNextReport: target.checked })}
        className="min-h-6 text-sm"
      />
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
          <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3">
            <p className="font-semibold text-sm">{strings.acts}</p>
            {account && (
              <p className="wrap-anywhere text-ink-muted text-sm">
                <bdi>{strings.actOn(account.username)}</bdi>
              </p>
            )}
          </div>
          {acts.map((action) => (
            <ActionButton
              key={action.key}
              showsKey
              aria-disabled={!action.when}
              action={action}
              className="justify-start [&>kbd]:ml-auto"
            />
          ))}
          {account && (
            <Link to={`/admin/users/${encodeURIComponent(account._id)}`} className={buttonClass('ghost')}>
              {strings.userPage}
            </Link>
          )}
        </div>
      )}
      <div className="border-line border-t pt-3">
        <ActionButton action={remove} className="w-full justify-start" />
      </div>
    </Card>
  );
}
