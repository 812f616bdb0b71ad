import type { ReportAction, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { ReactNode } from 'react';
import { isOpenStatus, StatusBadge, statusLabel } from '../../../entities/report-status.tsx';
import { useActions } from '../../../lib/actions.ts';
import { Link } from '../../../lib/link.tsx';
import { usePreferences } from '../../../lib/preferences.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { MenuSelect } from '../../../ui/menu-select.tsx';
import { savePreferences } from '../../../ui/save-preferences.ts';
import { useEnabledPolicies } from '../../policies/enabled-policies.queries.ts';
import { DecisionConflict } from './decision-conflict.tsx';
import { detailActions, detailStatusActions, plainAct } from './report-detail.actions.ts';
import { useNameRule } from './report-detail.mutations.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import { evidenceOf, isLookedUp, subjectNameOf } from './report-subject.ts';
import type { ReportDecisions } from './use-report-decisions.tsx';

const STATUSES = detailStatusActions.map(({ status, label, key }) => ({ value: status, label, keyHint: key }));

interface DecisionCardProps {
  readonly report: ReportDetail;
  readonly conflict: ReportDecisions['conflict'];
  /** The decisions on the subject. */
  readonly children: ReactNode;
}

interface SingleActsCardProps {
  readonly report: ReportDetail;
  readonly decisions: ReportDecisions;
  readonly onRemove: () => void;
}

/** The act on the content itself, if any. */
function contentAct(report: ReportDetail): ReportAction | undefined {
  if (report.itemType === 'User' || !isLookedUp(report)) return undefined;
  const { kind } = evidenceOf(report);
  if (kind === 'here') return 'delete_content';
  return kind === 'gone' && report.itemDeleted?.restorable ? 'restore_content' : undefined;
}

/** The rule beside the reason of a report: how urgent it is goes by the graver one. */
function RuleSelect({ report }: { readonly report: ReportDetail }) {
  // The field has its place before they have loaded.
  const { data: rules = [] } = useEnabledPolicies();
  const name = useNameRule(report);
  const { key = '', title = strings.noRule } = report.policy ?? {};
  return (
    <MenuSelect
      label={strings.rule}
      text={title}
      value={key}
      options={[{ key: '', title: strings.noRule }, ...rules].map((rule) => ({ value: rule.key, label: rule.title }))}
      onChoose={(chosen) => chosen !== key && name.mutate(chosen || null)}
    />
  );
}

/** The decisions on the subject of a report, and whether the next report opens after them. */
export function DecisionCard({ report, conflict, children }: DecisionCardProps) {
  const { opensNextReport } = usePreferences();
  return (
    <Card title={strings.decision} aside={<StatusBadge status={report.status} />}>
      <DecisionConflict report={report} conflict={conflict} />
      {children}
      <Checkbox
        label={strings.opensNext}
        checked={opensNextReport}
        onChange={({ target }) => savePreferences({ opensNextReport: target.checked })}
        className="min-h-6 text-sm"
      />
    </Card>
  );
}

/** Acts that do one thing alone, without letters and points; the last one deletes the report. */
export function SingleActsCard({ report, decisions, onRemove }: SingleActsCardProps) {
  const { account } = report;
  const onContent = contentAct(report);
  const act = (what: ReportAction, name: string) => ({
    ...plainAct(what, report.itemType),
    when: !decisions.isBusy,
    run: () => decisions.act(what, name),
  });
  const [remove, ...acts] = useActions([
    { ...detailActions.remove, run: onRemove },
    ...(onContent ? [act(onContent, subjectNameOf(report))] : []),
    ...(account ? [act(account.isDisabled ? 'enable_account' : 'disable_account', account.username)] : []),
  ]);
  return (
    <Card title={strings.plain}>
      <p className="text-ink-muted text-sm">{strings.plainHint}</p>
      <MenuSelect
        label={strings.status}
        text={statusLabel(report.status)}
        value={report.status}
        options={STATUSES}
        onOpen={decisions.acceptChanges}
        onChoose={decisions.setStatus}
      />
      {report.history && isOpenStatus(report.status) && <RuleSelect report={report} />}
      {acts.length > 0 && (
        <div className="flex flex-col gap-2">
          {account && (
            <p className="wrap-anywhere text-ink-muted text-sm">
              <bdi>{strings.actOn(account.username)}</bdi>
            </p>
          )}
          {acts.map((action) => (
            <ActionButton
              key={action.id}
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
      <div className="flex flex-col gap-0.5 border-line border-t pt-3">
        <ActionButton action={remove} className="w-full justify-start" />
        <p className="text-ink-muted text-sm">{strings.removeHint}</p>
      </div>
    </Card>
  );
}
