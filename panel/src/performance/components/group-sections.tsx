import type {
  Performance,
  PerformanceCounts,
  PerformancePeriod,
} from '@hai-dang/contract/performance/performance.schema.ts';
import type { ReactNode } from 'react';
import { reasonLabel } from '../../entities/report-labels.ts';
import { formatDay, formatNumber, vietnamDay } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { durationText } from '../duration-text.ts';
import { links } from '../performance.links.ts';
import { performanceStrings as strings } from '../performance.strings.ts';
import { BarFigure, Figure, type FigureColumn, FigureTable } from './figure-table.tsx';

interface SectionsProps {
  readonly performance: Performance;
  readonly period: PerformancePeriod;
}

const timeColumns = <Row extends { readonly counts: PerformanceCounts }>(
  key: 'firstLook' | 'closing',
): readonly FigureColumn<Row>[] => [
  { label: `${strings[key]}, ${strings.p50}`, render: ({ counts }) => durationText(counts[key].p50Ms) },
  { label: strings.p90, key: `${key} p90`, render: ({ counts }) => durationText(counts[key].p90Ms) },
];

/** The figures by day, reason, rule and administrator; a group that has nothing in the period says so. */
export function GroupSections({ performance, period }: SectionsProps) {
  const { days, reasons, policies, administrators } = performance;
  const today = vietnamDay(Date.now());
  const mostFiled = Math.max(1, ...days.map(({ filed }) => filed));
  const mostClosed = Math.max(1, ...days.map(({ closed }) => closed));
  return (
    <>
      <Group title={strings.byDay} isEmpty={days.length === 0}>
        <FigureTable
          label={strings.byDay}
          nameLabel={strings.day}
          rows={days.toReversed()}
          rowKey={({ date }) => date}
          name={({ date }) => (
            <>
              {formatDay(date)}
              {date === today && <span className="text-ink-muted text-xs"> ({strings.today})</span>}
            </>
          )}
          columns={[
            {
              label: strings.filed,
              render: ({ date, filed }) => (
                <BarFigure share={filed / mostFiled}>
                  <Figure
                    value={filed}
                    to={links.filed({ from: date, to: date })}
                    label={`${strings.filed}, ${formatDay(date)}`}
                  />
                </BarFigure>
              ),
            },
            {
              label: strings.closed,
              render: ({ closed }) => <BarFigure share={closed / mostClosed}>{formatNumber(closed)}</BarFigure>,
            },
          ]}
        />
      </Group>
      <Group title={strings.byReason} isEmpty={reasons.length === 0}>
        <FigureTable
          label={strings.byReason}
          nameLabel={strings.reason}
          rows={reasons}
          rowKey={({ key }) => key}
          name={({ key }) => reasonLabel(key)}
          columns={[
            {
              label: strings.filed,
              render: ({ key, counts }) => (
                <Figure
                  value={counts.filed}
                  to={links.filed(period, key)}
                  label={`${strings.filed}, ${reasonLabel(key)}`}
                />
              ),
            },
            { label: strings.closedSubjects, render: ({ counts }) => formatNumber(counts.closing.count) },
            ...timeColumns<Performance['reasons'][number]>('firstLook'),
            ...timeColumns<Performance['reasons'][number]>('closing'),
          ]}
        />
      </Group>
      <Group title={strings.byPolicy} isEmpty={policies.length === 0}>
        <FigureTable
          label={strings.byPolicy}
          nameLabel={strings.policy}
          rows={policies}
          rowKey={({ key }) => key}
          name={({ title }) => <bdi className="wrap-anywhere">{title}</bdi>}
          columns={[
            { label: strings.decisions, render: ({ counts }) => formatNumber(counts.decisions) },
            { label: strings.objections, render: ({ counts }) => formatNumber(counts.objections) },
            { label: strings.overturned, render: ({ counts }) => <Figure value={counts.overturned} isBad /> },
            { label: strings.undone, render: ({ counts }) => formatNumber(counts.undone) },
            ...timeColumns<Performance['policies'][number]>('closing'),
          ]}
        />
      </Group>
      <Group title={strings.byAdministrator} isEmpty={administrators.length === 0}>
        <FigureTable
          label={strings.byAdministrator}
          nameLabel={strings.administrator}
          rows={administrators}
          rowKey={({ _id }) => _id}
          name={({ name, isDeleted }) => (
            <>
              <bdi className="wrap-anywhere">{name ?? strings.unknown}</bdi>
              {isDeleted && <span className="text-ink-muted text-xs"> ({strings.deleted})</span>}
            </>
          )}
          columns={[
            { label: strings.closed, render: ({ counts }) => formatNumber(counts.closed) },
            {
              label: strings.decisions,
              render: ({ _id, name, counts }) => (
                <Figure
                  value={counts.decisions}
                  to={links.audited('decision.make', period, _id)}
                  label={`${strings.decisions}, ${name ?? strings.unknown}`}
                />
              ),
            },
            { label: strings.overturned, render: ({ counts }) => <Figure value={counts.overturned} isBad /> },
            { label: strings.undone, render: ({ counts }) => formatNumber(counts.undone) },
            ...timeColumns<Performance['administrators'][number]>('firstLook'),
            ...timeColumns<Performance['administrators'][number]>('closing'),
          ]}
        />
      </Group>
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function Group({ title, isEmpty, children }: GroupProps) {
  return <Card title={title}>{isEmpty ? <EmptyState title={strings.nothing} className="py-6" /> : children}</Card>;
}
