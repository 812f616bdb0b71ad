import type { ModerationEvent, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { type ReactNode, useId, useState } from 'react';
import { DueBadge, PriorityNote } from '../../entities/due-badge.tsx';
import { subjectTypes } from '../../entities/moderation-kind.ts';
import { HarmlessNote, HiddenNote, ReportsUnderWay } from '../../entities/subject-marks.tsx';
import { AssigneeText } from '../../entities/subject-people.tsx';
import { UserName } from '../../entities/user-name.tsx';
import { formatDateTimeShort, formatMoment, formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ContentReports } from './close-content-reports.tsx';
import { contentReportsStrings } from './content-reports.strings.ts';
import { proposalFor } from './decision-choice.ts';
import { actorText, eventText, proposalText, recordText, reportersText } from './decision-sentences.ts';
import type { DecisionRequest } from './decisions.overlays.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';

/** One part of a sheet, under its title. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <h3 id={id} className="font-semibold text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}

interface SubjectFactsProps {
  readonly subject: ModerationSubject;
  readonly request: DecisionRequest;
  /** In place of who handles it: the same with what changes that. */
  readonly assignment?: ReactNode;
  /** Called when a link leads to another screen. */
  readonly onLeave: () => void;
}

/** The subject of the decision, whose it is, and how often it was reported. */
export function SubjectFacts({ subject, request: { name, path }, assignment, onLeave }: SubjectFactsProps) {
  const { itemType } = subject.subject;
  const { owner, takenDownAt, reports, openReports, reporters, closing, updating, openAppeals } = subject;
  const isAccount = itemType === 'User';
  const ownId = useSession()?.adminId;
  return (
    <Part title={strings.subject}>
      <p className="wrap-anywhere">
        {subjectTypes[itemType]}: <bdi className="font-semibold">{name || strings.untitled}</bdi>
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {!assignment && subject.assignee && <AssigneeText assignee={subject.assignee} />}
        {owner ? (
          <>
            <span className="text-ink-muted">{isAccount ? strings.owner : strings.author}</span>
            <TextLink to={`/admin/users/${encodeURIComponent(owner._id)}`} onClick={onLeave}>
              <UserName name={owner.username} />
            </TextLink>
            {owner.isAdmin && <Badge>{strings.admin}</Badge>}
          </>
        ) : (
          <span className="text-ink-muted">{strings.ownerGone}</span>
        )}
      </div>
      {/* A row: beside the buttons the name takes the room that is left. */}
      {assignment && <div className="flex">{assignment}</div>}
      <p className="text-sm">
        {reports === 0
          ? noneText(subject)
          : strings.reports(formatNumber(openReports), formatNumber(reports), formatNumber(reporters))}
        {reports > 0 && ` · ${strings.states[subject.state]}`}
      </p>
      <ContentReports subject={subject} onLeave={onLeave} />
      {subject.dueAt && (
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <DueBadge dueAt={subject.dueAt} />
          <PriorityNote priority={subject.priority} dueAt={subject.dueAt} />
        </div>
      )}
      <ReportsUnderWay closing={closing} updating={updating} />
      {reporters > 0 && <p className="text-sm">{reportersText(subject)}</p>}
      {openAppeals > 0 && <p className="font-semibold text-sm">{strings.openAppeals(formatNumber(openAppeals))}</p>}
      {path !== undefined && (
        <TextLink to={path} onClick={onLeave}>
          {strings.open}
        </TextLink>
      )}
      <HarmlessNote found={subject.foundHarmless} />
      <HiddenNote hiddenAt={subject.hiddenAt} />
      {owner !== null && owner._id === ownId && <Callout tone="amber">{strings.own}</Callout>}
      {takenDownAt !== null && <Callout tone="amber">{strings.takenDown(formatMoment(takenDownAt))}</Callout>}
    </Part>
  );
}

const noneText = ({ contentReports }: ModerationSubject): string =>
  contentReports?.open ? contentReportsStrings.noneOfAccount : strings.noReports;

/** Where the evidence of an appeal is shown: long evidence scrolls by itself. */
export function EvidenceBox({ children }: { readonly children: ReactNode }) {
  const id = useId();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      aria-labelledby={id}
      className="flex max-h-80 flex-col gap-3 overflow-y-auto rounded-lg border border-line p-3"
    >
      <h3 id={id} className="font-semibold text-base">
        {strings.evidence}
      </h3>
      {children}
    </section>
  );
}

interface SubjectRecordProps {
  readonly subject: ModerationSubject;
  /** The chosen rule, whose points come on top. */
  readonly policy: Policy | undefined;
}

/** The owner's record; until a rule is chosen also what the ladder proposes for it. */
export function SubjectRecord({ subject, policy }: SubjectRecordProps) {
  const { strikes, owner } = subject;
  const proposal = policy ? null : proposalFor(strikes, undefined);
  const givesPoints = policy !== undefined && policy.points > 0;
  if (!owner) return null;
  return (
    <Part title={strings.record}>
      <p>{recordText(subject)}</p>
      {givesPoints && (
        <p className="text-sm tabular-nums">
          {strings.sum(
            formatNumber(strikes.points),
            formatNumber(policy.points),
            formatNumber(strikes.points + policy.points),
          )}
        </p>
      )}
      {proposal && <p className="text-sm">{strings.proposal(proposalText(proposal))}</p>}
    </Part>
  );
}

const EVENTS_SHOWN = 5;

/** The newest of what happened to the subject; the others on request. */
export function RecentEvents({ events }: { readonly events: readonly ModerationEvent[] }) {
  const [shown, setShown] = useState(EVENTS_SHOWN);
  const hidden = events.length - shown;
  return (
    <Part title={strings.events}>
      {events.length === 0 ? (
        <p className="text-ink-muted text-sm">{strings.noEvents}</p>
      ) : (
        <ol className="flex flex-col gap-1.5 text-sm">
          {events.slice(0, shown).map((event) => (
            <li key={event._id} className="flex flex-wrap gap-x-2 border-line border-l-2 pl-3">
              <time dateTime={event.at} className="text-ink-muted tabular-nums">
                {formatDateTimeShort(event.at)}
              </time>
              <span className="wrap-anywhere min-w-0">
                <bdi>{actorText(event)}</bdi> · <bdi>{eventText(event)}</bdi>
              </span>
              {event.note && (
                <p dir="auto" className="wrap-anywhere w-full whitespace-pre-line">
                  {event.note}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <TextButton size="md" onClick={() => setShown(events.length)} className="self-start">
          {strings.moreEvents(formatNumber(hidden))}
        </TextButton>
      )}
    </Part>
  );
}
