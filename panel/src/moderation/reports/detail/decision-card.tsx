import type { ReportAction, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type ReactNode, useId } from 'react';
import { isOpenStatus, StatusBadge, statusLabel } from '../../../entities/report-status.tsx';
import { useActions } from '../../../lib/actions.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
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
  readonly decisions: ReactNode;
  readonly children: ReactNode;
}

interface SingleActsProps {
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

interface CardPartProps {
  readonly title: string;
  /** Rendered beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the card, under a line and labelled by its title. */
export function CardPart({ title, aside, children }: CardPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2 border-line border-t pt-2">
      <div className="flex min-h-6 items-center justify-between gap-x-3">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The decisions on the subject of a report, and whether the next report opens after them; below them the other parts. */
export function DecisionCard({ report, conflict, decisions, children }: DecisionCardProps) {
  const { opensNextReport } = usePreferences();
  return (
    <Card title={strings.decision} aside={<StatusBadge status={report.status} />}>
      <DecisionConflict report={report} conflict={conflict} />
      {decisions}
      <Checkbox
        label={strings.opensNext}
        checked={opensNextReport}
        onChange={({ target }) => savePreferences({ opensNextReport: target.checked })}
        className="min-h-6 text-sm"
      />
      {children}
    </Card>
  );
}

/** Acts that do one thing alone, without letters and points; the last one deletes the report. */
export function SingleActs({ report, decisions, onRemove }: SingleActsProps) {
  const { account } = report;
  const onContent = contentAct(report);
  const act = (what: ReportAction, name: string) => ({
    ...plainAct(what, report.itemType),
    run: () => decisions.act(what, name),
  });
  const [remove, ...acts] = useActions([
    { ...detailActions.remove, run: onRemove },
    ...(account ? [act(account.isDisabled ? 'enable_account' : 'disable_account', account.username)] : []),
    ...(onContent ? [act(onContent, subjectNameOf(report))] : []),
  ]);
  const items = acts.map(({ key, ...item }) => ({ ...item, ...(key !== undefined && { keyHint: key }) }));
  return (
    <>
      <CardPart
        title={strings.plain}
        aside={items.length > 0 && <MenuButton label={strings.otherActs} items={items} className="-my-2" />}
      >
        <p className="text-ink-muted text-sm">{strings.plainHint}</p>
        <div className="grid gap-2 sm:grid-cols-2">
          <MenuSelect
            label={strings.status}
            text={statusLabel(report.status)}
            value={report.status}
            options={STATUSES}
            onOpen={decisions.acceptChanges}
            onChoose={decisions.setStatus}
          />
          {report.history && isOpenStatus(report.status) && <RuleSelect report={report} />}
        </div>
      </CardPart>
      <div className="border-line border-t pt-2">
        <ActionButton action={remove} title={strings.removeHint} className="w-full justify-start" />
      </div>
    </>
  );
}
