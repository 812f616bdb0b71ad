import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { titleOf } from '../../../server/src/lib/title.ts';
import type { PlannedEvent } from '../factories/moderation-events.ts';
import { makeComplaint } from '../factories/report-factory.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';
import type { DemoActivity } from './demo-activity.ts';
import { createDemoHistory, type DemoSubject } from './demo-report-history.ts';

type NewReport = Omit<Insertable<Schema['reports']>, 'snapshot_id'> & { created_at: Date };

/** A subject and its reports, oldest first. */
export interface ReportedSubject extends DemoSubject {
  reports: NewReport[];
}

export interface DemoReports {
  subjects: ReportedSubject[];
  /** Texts to delete once their evidence has been preserved. */
  deleted: DemoSubject[];
  events: PlannedEvent[];
  announcements: Array<Insertable<Schema['announcements']>>;
  /** How far the administrator has read the announcements. */
  notificationMarks: Array<Insertable<Schema['notification_marks']>>;
  auditEntries: Array<Insertable<Schema['audit_entries']>>;
}

interface SubjectPlan {
  itemType: ReportItemType;
  reason?: ReportReason;
  times: number;
  reporters: number;
}

const REPORTS = 150;
const SPAN_MS = 60 * DAY_MS;
/** Subjects with many reports, and how many users filed them. */
const NOTORIOUS: readonly SubjectPlan[] = [
  { itemType: 'Post', reason: 'false_information', times: 12, reporters: 9 },
  { itemType: 'User', reason: 'spam', times: 8, reporters: 7 },
  { itemType: 'TravelPost', reason: 'false_information', times: 5, reporters: 5 },
  { itemType: 'Comment', reason: 'harassment', times: 4, reporters: 4 },
  { itemType: 'User', reason: 'harassment', times: 3, reporters: 2 },
  { itemType: 'Post', reason: 'spam', times: 3, reporters: 3 },
];
const TYPE_WEIGHTS: ReadonlyArray<readonly [ReportItemType, number]> = [
  ['Post', 38],
  ['User', 24],
  ['Comment', 22],
  ['TravelPost', 16],
];
const TWICE_SHARE = 0.12;
/** The approximate share of reported accounts that are disabled. */
const DISABLED_SHARE = 0.5;
/** Above 1: the number of reports grows over time. */
const GROWTH_EXPONENT = 1.5;
const UNREAD = 7;

/** Reports of the last 60 days, and the administrator's decisions on them. */
export function createDemoReports(accounts: readonly NewUser[], activity: DemoActivity, at: Date): DemoReports {
  const random = createRandom('demo reports');
  const now = at.getTime();
  const users = accounts.filter(({ role }) => role === 'user');
  const admin = accounts.find(({ role }) => role === 'admin');
  const history = admin && createDemoHistory({ random, now, admin });
  const reportable = subjectsOf(users, activity);
  const taken = new Set<string>();

  function takeSubject(itemType: ReportItemType): DemoSubject {
    const free = reportable.filter((subject) => subject.itemType === itemType && !taken.has(subject.itemId));
    const disabled = free.filter(({ isDisabled }) => isDisabled);
    const subject = random.pick(disabled.length > 0 && random.chance(DISABLED_SHARE) ? disabled : free);
    taken.add(subject.itemId);
    return subject;
  }

  function fileReport(subject: DemoSubject, reporter: NewUser, createdAt: number, reason?: ReportReason): NewReport {
    const { itemType, itemId, authorId } = subject;
    const id = seededId(random, createdAt);
    const complaint = makeComplaint(random, itemType, reason);
    history?.report(subject, id, { reporter, at: createdAt });
    const state = history?.decide(subject, id, createdAt) ?? { status: 'pending', version: 1, updatedAt: createdAt };
    return {
      id,
      reporter_id: reporter.id,
      subject_type: itemType,
      subject_id: itemId,
      subject_owner_id: authorId,
      ...complaint,
      status: state.status,
      version: state.version,
      created_at: new Date(createdAt),
      updated_at: new Date(state.updatedAt),
    };
  }

  function reportSubject({ itemType, reason, times, reporters: count }: SubjectPlan): ReportedSubject {
    const subject = { ...takeSubject(itemType), isReportedOnce: times === 1 };
    const others = users.filter(({ id }) => id !== subject.authorId);
    const reporters = random.sample(others, count);
    const filed = Array.from({ length: times }, (_, index) => {
      const reporter = reporters[index % reporters.length];
      if (!reporter) throw new Error('the demo data has no user left who could report');
      const since = Math.max(subject.createdAt, reporter.created_at.getTime(), now - SPAN_MS);
      return { reporter, createdAt: Math.floor(now - (now - since) * random.fraction() ** GROWTH_EXPONENT) };
    });
    filed.sort((a, b) => a.createdAt - b.createdAt);
    return {
      ...subject,
      reports: filed.map(({ reporter, createdAt }) => fileReport(subject, reporter, createdAt, reason)),
    };
  }

  const subjects = NOTORIOUS.map(reportSubject);
  let left = REPORTS - NOTORIOUS.reduce((sum, { times }) => sum + times, 0);
  while (left > 0) {
    const times = Math.min(left, random.chance(TWICE_SHARE) ? 2 : 1);
    subjects.push(reportSubject({ itemType: random.weighted(TYPE_WEIGHTS), times, reporters: times }));
    left -= times;
  }

  const byId = new Map(accounts.map((account) => [account.id, account]));
  const newestFirst = subjects
    .flatMap(({ reports }) => reports)
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  const subjectById = new Map(subjects.map((subject) => [subject.itemId, subject]));
  const announcements = newestFirst.map(({ id, reporter_id, created_at, subject_id, reason }) => ({
    id: seededId(random, created_at.getTime()),
    type: 'new_report',
    report_id: id,
    sender_name: byId.get(reporter_id)?.username ?? null,
    sender_avatar_url: byId.get(reporter_id)?.avatar_url ?? null,
    message: 'Có báo cáo mới cần xử lý',
    ...aboutOf(subjectById.get(subject_id), byId),
    reason,
    created_at,
  }));
  const [oldestUnread = ''] = announcements
    .slice(0, UNREAD)
    .map(({ id }) => id)
    .sort();
  return {
    subjects,
    deleted: subjects.filter(({ itemId }) => history?.deletedAt.has(itemId)),
    events: history?.events ?? [],
    announcements,
    notificationMarks: admin ? [{ admin_id: admin.id, read_before: oldestUnread, cleared_before: '' }] : [],
    auditEntries: history?.auditEntries ?? [],
  };
}

/** The columns of a report's notification about its subject; an account is named by its title alone. */
function aboutOf(subject: DemoSubject | undefined, accounts: ReadonlyMap<string, NewUser>) {
  if (!subject) return {};
  const { itemType, itemId, title, authorId } = subject;
  const owner = itemType === 'User' ? null : (accounts.get(authorId)?.username ?? null);
  return { subject_type: itemType, subject_id: itemId, subject_title: title, owner_name: owner };
}

/** All reportable subjects, without the account whose login is printed. */
function subjectsOf(users: readonly NewUser[], { posts, travelPosts, comments }: DemoActivity): DemoSubject[] {
  const text =
    (itemType: ReportItemType) =>
    ({ id, author_id, title, content, created_at }: DemoText): DemoSubject => ({
      itemType,
      itemId: id,
      authorId: author_id,
      title: titleOf({ title, content }),
      createdAt: new Date(created_at ?? 0).getTime(),
      isDisabled: false,
      isReportedOnce: false,
    });
  return [
    ...users.slice(1).map(
      ({ id, username, is_disabled, created_at }): DemoSubject => ({
        itemType: 'User',
        itemId: id,
        authorId: id,
        title: username,
        createdAt: created_at.getTime(),
        isDisabled: is_disabled === true,
        isReportedOnce: false,
      }),
    ),
    ...posts.map(text('Post')),
    ...travelPosts.map(text('TravelPost')),
    ...comments.map(text('Comment')),
  ];
}

interface DemoText {
  id: string;
  author_id: string;
  title?: string | null;
  content: string;
  created_at?: Date | string | undefined;
}
