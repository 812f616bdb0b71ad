import type { UserRecord as RecordData } from '@hai-dang/contract/moderation/record.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { type ReactNode, useId, useState } from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { bulkDialog } from '../bulk/bulk.overlays.ts';
import { MuteReporterButton } from './mute-reporter-button.tsx';
import { hasRecord, useUserRecord } from './record.queries.ts';
import { recordStrings as strings } from './record.strings.ts';
import { appealsText, pointsText, reportsAboutText, reportsByText } from './record-texts.ts';
import { RecordedDecisions } from './recorded-decisions.tsx';

/** Links to the reports about or by a user, depending on the filter. */
function ReportsLink({ filter, userId, children }: { filter: 'about' | 'by'; userId: string; children: string }) {
  return (
    <TextLink to={{ pathname: '/admin/reports', search: `?${new URLSearchParams({ [filter]: userId })}` }}>
      {children}
    </TextLink>
  );
}

/** The name, where reports can be closed from here. */
type RecordedUser = Pick<UserDetail, '_id' | 'disabledUntil'> & { readonly username?: string };

/**
 * The user's record: points, appeals, reports and decisions. Each line has its height before it is loaded, and the
 * decisions are shown on request, so that nothing moves. Of a legacy backend, the links to the reports alone.
 */
export function UserRecord({ user }: { readonly user: RecordedUser }) {
  const { data, error, isFetching, refetch } = useUserRecord(user);
  const about = (
    <ReportsLink filter="about" userId={user._id}>
      {strings.reportsAbout}
    </ReportsLink>
  );
  const by = (
    <ReportsLink filter="by" userId={user._id}>
      {strings.reportsBy}
    </ReportsLink>
  );
  if (!hasRecord(user)) {
    return (
      <Card title={strings.reports}>
        <div className="flex flex-col gap-1.5">
          {about}
          {by}
        </div>
      </Card>
    );
  }
  const isFailed = error !== null && data === undefined;
  const open = data?.reportsAbout.open ?? 0;
  const aboutAndClose = (
    <span className="flex items-center justify-between gap-2">
      {about}
      {user.username !== undefined && open > 0 && <CloseReports userId={user._id} name={user.username} open={open} />}
    </span>
  );
  const byAndMute = (
    <span className="flex items-center justify-between gap-2">
      {by}
      {user.username !== undefined && data && (
        <MuteReporterButton
          id={user._id}
          name={user.username || userStrings.unknownUser}
          isMuted={data.reportsBy.muted !== null}
        />
      )}
    </span>
  );
  return (
    <Card title={strings.record}>
      {!data && !error && <LoadingNote text={strings.recordLoading} />}
      {isFailed && !isUnauthorized(error) && (
        <InlineError message={strings.recordFailed} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      <dl aria-busy={data === undefined && !isFailed} className="flex flex-col gap-3 text-sm">
        <Line term={strings.points} value={data && pointsText(data)} isFailed={isFailed} />
        <Line term={strings.appeals} value={data && appealsText(data)} isFailed={isFailed} />
        <Line term={aboutAndClose} value={data && reportsAboutText(data)} isFailed={isFailed} />
        <Line term={byAndMute} value={data && reportsByText(data)} isFailed={isFailed} />
      </dl>
      {isFailed || (data ? <Decisions record={data} /> : <Skeleton className="h-6 w-32" />)}
    </Card>
  );
}

interface CloseReportsProps {
  readonly userId: string;
  readonly name: string;
  readonly open: number;
}

/** Closes all open reports of the account and of its content, after a confirmation that names it; in a line that is there already. */
function CloseReports({ userId, name, open }: CloseReportsProps) {
  const target = { kind: 'reports_about', userId } as const;
  return (
    <TextButton
      aria-label={strings.closeReportsAbout(formatNumber(open))}
      className="shrink-0 text-sm"
      onClick={() => bulkDialog.open({ action: 'close_reports', target, name: name || userStrings.unknownUser })}
    >
      {strings.closeReports}
    </TextButton>
  );
}

interface LineProps {
  readonly term: ReactNode;
  /** Undefined while it is loading. */
  readonly value: string | undefined;
  readonly isFailed: boolean;
}

function Line({ term, value, isFailed }: LineProps) {
  return (
    <div>
      <dt className="text-ink-muted">{term}</dt>
      <dd className="min-h-5">{isFailed ? '–' : (value ?? <Skeleton className="h-5 w-48 max-w-full" />)}</dd>
    </div>
  );
}

function Decisions({ record: { decisions, decisionsCount } }: { readonly record: RecordData }) {
  const listId = useId();
  const [isShown, setIsShown] = useState(false);
  if (decisionsCount === 0) return <p className="min-h-6 text-ink-muted text-sm">{strings.noDecisions}</p>;
  return (
    <>
      <TextButton
        aria-expanded={isShown}
        aria-controls={listId}
        onClick={() => setIsShown(!isShown)}
        className="self-start text-sm"
      >
        {isShown ? strings.hideDecisions : strings.showDecisions(formatNumber(decisionsCount))}
      </TextButton>
      {isShown && <RecordedDecisions id={listId} decisions={decisions} total={decisionsCount} />}
    </>
  );
}
