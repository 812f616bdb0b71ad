import {
  type Priority,
  type PriorityTermCode,
  priorityAt,
  type ShownPriority,
} from '@hai-dang/contract/moderation/priority.ts';
import { formatNumber, labelIn } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { dueText } from './due-time.ts';
import { policySeverities } from './policy.tsx';

const strings = {
  priority: 'Ưu tiên',
  first: 'đứng đầu',
  higher: 'lên một bậc',
  hint: 'Mức độ xem trước, rồi đến số lớn. Một điểm bằng một giờ đến hạn sớm hơn.',
  terms: {
    hidden: 'Đang ẩn tạm',
    severity: 'Mức độ',
    escalated: 'Quá hạn hơn một ngày',
    reporters: 'Số người báo cáo',
    record: 'Báo cáo đúng trước đây',
    due: 'Thời hạn',
  } satisfies Record<PriorityTermCode, string>,
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

/** The step of the priority and the points within it, with its terms when it is opened; nothing for what is closed. */
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
  const shown = priorityAt(priority, now);
  return (
    <details className="relative z-10 text-sm">
      <summary tabIndex={tabIndex} className="cursor-pointer py-0.5 font-semibold tabular-nums">
        {strings.priority} {stepText(shown)}
        {Math.round(shown.points) >= 0 && ` · ${pointsText(shown.points, false)}`}
      </summary>
      <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 tabular-nums">
        {shown.terms.map((term) => (
          <div key={term.code} className="col-span-full grid grid-cols-subgrid">
            <dt className="text-ink-muted">
              {labelIn(strings.terms, term.code)}
              {!isStep(term) && `: ${valueText(term, dueAt, now)}`}
            </dt>
            <dd className="text-right">{isStep(term) ? valueText(term, dueAt, now) : pointsText(term.points, true)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-ink-muted">{strings.hint}</p>
    </details>
  );
}

/** Whether a term says in which step it stands, not where within the step. */
const isStep = ({ code }: Priority['terms'][number]) => code === 'hidden' || code === 'severity';

const severityText = (severity: number) => labelIn(policySeverities, String(severity)).toLowerCase();
const stepText = ({ isHidden, step }: ShownPriority) => (isHidden ? strings.first : severityText(step));

function valueText({ code, value, of }: Priority['terms'][number], dueAt: string, now: number): string {
  if (code === 'due') return dueText(dueAt, now).text.toLowerCase();
  if (code === 'hidden') return strings.first;
  if (code === 'severity') return severityText(value);
  if (code === 'escalated') return strings.higher;
  return of === null ? formatNumber(value) : `${formatNumber(value)}/${formatNumber(of)}`;
}

/** Whole points: '+24', '−3'. */
function pointsText(points: number, hasSign: boolean): string {
  const whole = Math.round(points);
  const sign = whole < 0 ? '−' : hasSign && whole > 0 ? '+' : '';
  return `${sign}${formatNumber(Math.abs(whole))}`;
}
