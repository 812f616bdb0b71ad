import type {
  Duration,
  PerformanceCounts,
  PerformancePeriod,
} from '@hai-dang/contract/performance/performance.schema.ts';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { durationText } from '../duration-text.ts';
import { links } from '../performance.links.ts';
import { performanceStrings as strings } from '../performance.strings.ts';
import { Figure } from './figure-table.tsx';

interface TotalsSectionProps {
  readonly totals: PerformanceCounts;
  readonly period: PerformancePeriod;
}

/** The figures of what was filed and decided in a period, and how fast. */
export function TotalsSection({ totals, period }: TotalsSectionProps) {
  return (
    <Card title={strings.totals}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4 lg:grid-cols-7">
        <Total label={strings.filed}>
          <Figure value={totals.filed} to={links.filed(period)} label={strings.filed} />
        </Total>
        <Total label={strings.closed}>
          <Figure value={totals.closed} />
        </Total>
        <Total label={strings.autoClosed}>
          <Figure value={totals.autoClosed} />
        </Total>
        <Total label={strings.decisions}>
          <Figure value={totals.decisions} to={links.audited('decision.make', period)} label={strings.decisions} />
        </Total>
        <Total label={strings.objections}>
          <Figure value={totals.objections} to={links.appeals} label={strings.objections} />
        </Total>
        <Total label={strings.overturned}>
          <Figure
            value={totals.overturned}
            to={links.audited('appeal.decide', period)}
            label={strings.overturned}
            isBad
          />
        </Total>
        <Total label={strings.undone}>
          <Figure value={totals.undone} to={links.audited('decision.undo', period)} label={strings.undone} />
        </Total>
      </dl>
      <dl className="grid gap-x-6 gap-y-3 border-line border-t pt-3 sm:grid-cols-2">
        <Time label={strings.firstLook} duration={totals.firstLook} />
        <Time label={strings.closing} duration={totals.closing} />
      </dl>
      <p className="text-ink-muted text-xs">{strings.percentileNote}</p>
    </Card>
  );
}

function Total({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">{children}</dd>
    </div>
  );
}

function Time({ label, duration: { p50Ms, p90Ms } }: { readonly label: string; readonly duration: Duration }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-ink-muted text-xs">{label}</dt>
      <dd className="font-semibold tabular-nums">{strings.percentiles(durationText(p50Ms), durationText(p90Ms))}</dd>
    </div>
  );
}
