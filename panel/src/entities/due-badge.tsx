import { type Priority, priorityAt } from '@hai-dang/contract/moderation/priority.ts';
import { formatNumber, labelIn } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { dueText } from './due-time.ts';
import { policySeverities } from './policy.tsx';

const strings = {
  priority: 'Ưu tiên',
  untilDecided: 'chờ quyết định',
  hint: 'Số càng lớn càng cần xem trước. Một điểm bằng một giờ đến hạn sớm hơn.',
  terms: {
    hidden: 'Đang ẩn tạm',
    severity: 'Mức độ',
    reporters: 'Số người báo cáo',
    record: 'Báo cáo đúng trước đây',
    due: 'Thời hạn',
  },
} as const;

interface DueBadgeProps {
  /** Null for what need not be decided any more; undefined from a backend without due times. */
  readonly dueAt: string | null | undefined;
}

/** The time that is left, kept up to date; nothing where there is no due time. */
export function DueBadge({ dueAt }: DueBadgeProps) {
  return dueAt ? <LiveBadge dueAt={dueAt} /> : null;
}

function LiveBadge({ dueAt }: { readonly dueAt: string }) {
  const { text, isOverdue } = dueText(dueAt, useNow());
  return <Badge tone={isOverdue ? 'red' : 'blue'}>{text}</Badge>;
}

interface PriorityNoteProps extends DueBadgeProps {
  readonly priority: Priority | null | undefined;
  /** The `tabIndex` of the summary, within a grid. */
  readonly tabIndex?: number;
}

/** The priority as a number, which shows the terms of its sum when it is opened; nothing for what is closed. */
export function PriorityNote({ priority, dueAt, tabIndex }: PriorityNoteProps) {
  return priority && dueAt ? <Terms priority={priority} dueAt={dueAt} tabIndex={tabIndex} /> : null;
}

interface TermsProps {
  readonly priority: Priority;
  readonly dueAt: string;
  readonly tabIndex: number | undefined;
}

function Terms({ priority, dueAt, tabIndex }: TermsProps) {
  const now = useNow();
  const { score, terms } = priorityAt(priority, now);
  return (
    <details className="relative z-10 text-sm">
      <summary tabIndex={tabIndex} className="cursor-pointer py-0.5 font-semibold tabular-nums">
        {strings.priority} {pointsText(score, false)}
      </summary>
      <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 tabular-nums">
        {terms.map((term) => (
          <div key={term.code} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-ink-muted">
              {labelIn(strings.terms, term.code)}: {valueText(term, dueAt, now)}
            </dt>
            <dd className="text-right">{pointsText(term.points, true)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-muted">{strings.hint}</p>
    </details>
  );
}

function valueText({ code, value, of }: Priority['terms'][number], dueAt: string, now: number): string {
  if (code === 'due') return dueText(dueAt, now).text.toLowerCase();
  if (code === 'hidden') return strings.untilDecided;
  if (code === 'severity') return labelIn(policySeverities, String(value)).toLowerCase();
  return of === null ? formatNumber(value) : `${formatNumber(value)}/${formatNumber(of)}`;
}

/** Whole points: '+24', '−3'. */
function pointsText(points: number, hasSign: boolean): string {
  const whole = Math.round(points);
  const sign = whole < 0 ? '−' : hasSign && whole > 0 ? '+' : '';
  return `${sign}${formatNumber(Math.abs(whole))}`;
}
