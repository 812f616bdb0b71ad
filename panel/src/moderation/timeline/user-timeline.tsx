import type { TimelineEntry } from '@hai-dang/contract/moderation/timeline.schema.ts';
import { type ReactNode, useState } from 'react';
import { contentPath } from '../../entities/content-path.ts';
import { conversationPath } from '../../entities/conversation-path.ts';
import { StatusBadge } from '../../entities/report-status.tsx';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TIMELINE_GROUPS, type TimelineGroup, useTimeline } from './timeline.queries.ts';
import { timelineStrings as strings } from './timeline.strings.ts';
import { entryText } from './timeline-sentences.ts';

const OPTIONS = [
  { value: '', label: strings.all },
  ...Object.entries(strings.groups).map(([value, label]) => ({ value, label })),
];
const isGroup = (value: string): value is TimelineGroup => Object.hasOwn(TIMELINE_GROUPS, value);

interface UserTimelineProps {
  readonly userId: string;
  /** Called when a link leads to another screen. */
  readonly onLeave?: () => void;
}

/** The timeline of what a user did and what happened to them, newest first, of all kinds or of one. */
export function UserTimeline({ userId, onLeave }: UserTimelineProps) {
  const [group, setGroup] = useState<TimelineGroup | ''>('');
  const query = useTimeline(userId, group);
  return (
    <section aria-label={strings.title} className="flex flex-col">
      <div className="border-line border-b p-4">
        <SelectField
          label={strings.filter}
          options={OPTIONS}
          value={group}
          onChange={({ target: { value } }) => setGroup(isGroup(value) ? value : '')}
          className="max-w-xs"
        />
      </div>
      <Entries key={group} query={query} subject={`${userId} ${group}`} links={{ userId, onLeave }}>
        {group !== '' && <Button onClick={() => setGroup('')}>{strings.showAll}</Button>}
      </Entries>
    </section>
  );
}

interface UserActivityProps {
  readonly userId: string;
  readonly group: TimelineGroup;
}

/** The newest of one kind in a user's timeline, beside a report of the account. */
export function UserActivity({ userId, group }: UserActivityProps) {
  const query = useTimeline(userId, group);
  return (
    <Card title={strings.groups[group]}>
      <Entries query={query} subject={`${userId} ${group}`} links={{ userId }} />
    </Card>
  );
}

/** The needs of the links in entries. */
interface EntryLinks {
  readonly userId: string;
  readonly onLeave?: (() => void) | undefined;
}

interface EntriesProps {
  readonly links: EntryLinks;
  readonly query: ReturnType<typeof useTimeline>;
  /** Names the user and the filter. */
  readonly subject: string;
  /** The offer in the empty state of a filter. */
  readonly children?: ReactNode;
}

function Entries({ query, subject, links, children }: EntriesProps) {
  const error = useStandingError(subject, query);
  if (error && query.data === undefined) {
    return (
      <ErrorState
        message={strings.failed}
        onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return <PageSpinner label={strings.loading} />;
  const entries = query.data.pages.flatMap((page) => page.data);
  if (entries.length === 0) {
    return <EmptyState title={children ? strings.noneOfKind : strings.none} action={children} />;
  }
  return (
    <>
      <ol>
        {entries.map((entry) => (
          <Entry key={`${entry.kind} ${entry._id}`} entry={entry} {...links} />
        ))}
      </ol>
      <ListEnd list={query} texts={strings} />
    </>
  );
}

function Entry({ entry, userId, onLeave }: EntryLinks & { readonly entry: TimelineEntry }) {
  const { kind, at, actor, subject, status, text, reportId } = entry;
  return (
    <li className="flex flex-col gap-1.5 border-line border-b px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <time dateTime={at} className="text-ink-muted tabular-nums">
          {formatDateTimeShort(at)}
        </time>
        <span className="wrap-anywhere font-semibold">{entryText(entry)}</span>
        {actor && (
          <span className="wrap-anywhere text-ink-muted">
            <bdi>{strings.by(actor.username)}</bdi>
          </span>
        )}
        {status !== null && <StatusBadge status={status} />}
        {subject && subject.itemType !== 'User' && <TextLink to={contentPath(subject)}>{strings.openContent}</TextLink>}
        {reportId !== null && (
          <TextLink to={`/admin/reports/${encodeURIComponent(reportId)}`} onClick={onLeave}>
            {strings.openReport}
          </TextLink>
        )}
        {kind === 'conversation' && (
          <TextLink to={conversationPath(userId)} onClick={onLeave}>
            {strings.openConversation}
          </TextLink>
        )}
      </div>
      {text && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
    </li>
  );
}
