import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { ReactNode } from 'react';
import { DueBadge } from '../../../entities/due-badge.tsx';
import { policyActions } from '../../../entities/policy.tsx';
import { UserName } from '../../../entities/user-name.tsx';
import { formatDateTimeShort, formatMoment, formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Part } from '../../decisions/subject-facts.tsx';
import { appealsStrings as strings } from '../appeals.strings.ts';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2 text-sm">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere min-w-0">{children}</dd>
    </div>
  );
}

interface FactsProps {
  readonly appeal: Appeal;
  /** Called when a link leads to another screen. */
  readonly onLeave: () => void;
}

/** Who objects, when, and with what words. */
export function AppealText({ appeal, onLeave }: FactsProps) {
  const { kind, author, text, createdAt, dueAt, outcome } = appeal;
  return (
    <Part title={strings.text}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {author ? (
          <TextLink to={`/admin/users/${encodeURIComponent(author._id)}`} onClick={onLeave}>
            <UserName name={author.username} />
          </TextLink>
        ) : (
          <span className="text-ink-muted">{strings.authorGone}</span>
        )}
        <Badge tone={kind === 'owner' ? 'amber' : 'neutral'}>{strings.kinds[kind]}</Badge>
        <time dateTime={createdAt} className="text-ink-muted tabular-nums">
          {formatDateTimeShort(createdAt)}
        </time>
        {outcome === null && <DueBadge dueAt={dueAt} />}
      </div>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2">
        {text || strings.textGone}
      </p>
    </Part>
  );
}

/** The decision that the appeal is to: the rule in its version then, what followed, who decided and when. */
export function AppealedDecision({ appeal, onLeave }: FactsProps) {
  const { decision, reportId } = appeal;
  const { policy, actions, until, by, at, note, outcome, isUndone } = decision;
  const followed = actions.map((action) =>
    action === 'suspend' && until
      ? `${policyActions[action]} ${strings.until(formatMoment(until))}`
      : policyActions[action],
  );
  return (
    <Part title={strings.decision}>
      <dl className="flex flex-col gap-1">
        <Fact label={strings.rule}>
          <bdi>
            {policy
              ? strings.ruleVersion(policy.title, formatNumber(policy.version))
              : outcome === 'violation'
                ? strings.violation
                : strings.noViolation}
          </bdi>
        </Fact>
        <Fact label={strings.followed}>{followed.join(', ') || strings.nothingFollowed}</Fact>
        <Fact label={strings.decidedBy}>
          <bdi>{by.username}</bdi>,{' '}
          <time dateTime={at} className="tabular-nums">
            {formatDateTimeShort(at)}
          </time>
        </Fact>
        {note !== null && (
          <Fact label={strings.note}>
            <span dir="auto" className="whitespace-pre-line">
              {note}
            </span>
          </Fact>
        )}
      </dl>
      {reportId !== null && (
        <TextLink to={`/admin/reports/${encodeURIComponent(reportId)}`} onClick={onLeave}>
          {strings.evidence}
        </TextLink>
      )}
      {isUndone && appeal.outcome !== 'overturned' && <Callout tone="amber">{strings.isUndone}</Callout>}
    </Part>
  );
}

/** The letter that is objected to, as its recipient got it. */
export function AppealedLetter({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <Part title={strings.appealedLetter}>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-3 py-2 text-sm">
        {text}
      </p>
    </Part>
  );
}
