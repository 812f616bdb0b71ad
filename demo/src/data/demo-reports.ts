import type { ReportItemType, ReportReason } from '@hai-dang/contract/reports/reports.schema.ts';
import type { Insertable } from 'kysely';
import type { Schema } from '../../../server/src/lib/db/database.ts';
import { titleOf } from '../../../server/src/lib/title.ts';
import { DAY_MS } from '../factories/calendar.ts';
import type { DemoActivity } from './demo-activity.ts';
import { createDemoHistory, type DemoThing } from './demo-report-history.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { makeComplaint } from '../factories/report-factory.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { NewUser } from '../factories/user-factory.ts';

type NewReport = Omit<Insertable<Schema['reports']>, 'snapshot_id'> & { created_at: Date };

/** One thing and its reports, the oldest first. */
export interface DemoCase extends DemoThing {
  reports: NewReport[];
}

export interface DemoReports {
  cases: DemoCase[];
  /** Texts to be removed once their evidence has been taken. */
  removed: DemoThing[];
  events: Array<Insertable<Schema['report_events']>>;
  notifications: Array<Insertable<Schema['notifications']>>;
  auditEntries: Array<Insertable<Schema['audit_entries']>>;
}

interface CasePlan {
  itemType: ReportItemType;
  reason?: ReportReason;
  times: number;
  people: number;
}

const REPORTS = 150;
const SPAN_MS = 60 * DAY_MS;
/** What many complain of: how often, and how many people. */
const NOTORIOUS: readonly CasePlan[] = [
  { itemType: 'Post', reason: 'false_information', times: 12, people: 9 },
  { itemType: 'User', reason: 'spam', times: 8, people: 7 },
  { itemType: 'TravelPost', reason: 'false_information', times: 5, people: 5 },
  { itemType: 'Comment', reason: 'harassment', times: 4, people: 4 },
  { itemType: 'User', reason: 'harassment', times: 3, people: 2 },
  { itemType: 'Post', reason: 'spam', times: 3, people: 3 },
];
const TYPE_WEIGHTS: ReadonlyArray<readonly [ReportItemType, number]> = [
  ['Post', 38],
  ['User', 24],
  ['Comment', 22],
  ['TravelPost', 16],
];
const TWICE_SHARE = 0.12;
/** Of the reported accounts about as many are disabled. */
const DISABLED_SHARE = 0.5;
/** Above 1: more and more reports come in as time goes on. */
const GROWTH_EXPONENT = 1.5;
const UNREAD = 7;

/** What the demo's people reported in the last 60 days, and what the administrator has made of it. */
export function demoReports(people: readonly NewUser[], activity: DemoActivity, at: Date): DemoReports {
  const random = createRandom('demo reports');
  const now = at.getTime();
  const users = people.filter(({ role }) => role === 'user');
  const admin = people.find(({ role }) => role === 'admin');
  const history = admin && createDemoHistory({ random, now, admin });
  const things = thingsOf(users, activity);
  const taken = new Set<string>();

  function takeThing(itemType: ReportItemType): DemoThing {
    const free = things.filter((thing) => thing.itemType === itemType && !taken.has(thing.itemId));
    const disabled = free.filter(({ isDisabled }) => isDisabled);
    const thing = random.pick(disabled.length > 0 && random.chance(DISABLED_SHARE) ? disabled : free);
    taken.add(thing.itemId);
    return thing;
  }

  function fileReport(thing: DemoThing, reporter: NewUser, createdAt: number, reason?: ReportReason): NewReport {
    const { itemType, itemId, authorId } = thing;
    const id = seededId(random, createdAt);
    const complaint = makeComplaint(random, itemType, reason);
    const state = history?.decide(thing, id, createdAt) ?? { status: 'pending', version: 1, updatedAt: createdAt };
    return {
      id,
      reporter_id: reporter.id,
      item_type: itemType,
      item_id: itemId,
      item_author_id: authorId,
      ...complaint,
      status: state.status,
      version: state.version,
      created_at: new Date(createdAt),
      updated_at: new Date(state.updatedAt),
    };
  }

  function makeCase({ itemType, reason, times, people: count }: CasePlan): DemoCase {
    const thing = { ...takeThing(itemType), isReportedOnce: times === 1 };
    const others = users.filter(({ id }) => id !== thing.authorId);
    const reporters = random.sample(others, count);
    const filed = Array.from({ length: times }, (_, index) => {
      const reporter = reporters[index % reporters.length];
      if (!reporter) throw new Error('the demo has nobody left who could report');
      const since = Math.max(thing.createdAt, reporter.created_at.getTime(), now - SPAN_MS);
      return { reporter, createdAt: Math.floor(now - (now - since) * random.fraction() ** GROWTH_EXPONENT) };
    });
    filed.sort((a, b) => a.createdAt - b.createdAt);
    return {
      ...thing,
      reports: filed.map(({ reporter, createdAt }) => fileReport(thing, reporter, createdAt, reason)),
    };
  }

  const cases = NOTORIOUS.map(makeCase);
  let left = REPORTS - NOTORIOUS.reduce((sum, { times }) => sum + times, 0);
  while (left > 0) {
    const times = Math.min(left, random.chance(TWICE_SHARE) ? 2 : 1);
    cases.push(makeCase({ itemType: random.weighted(TYPE_WEIGHTS), times, people: times }));
    left -= times;
  }

  const byId = new Map(people.map((person) => [person.id, person]));
  const newestFirst = cases
    .flatMap(({ reports }) => reports)
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime());
  const notifications = newestFirst.map(({ id, reporter_id, created_at }, index) => ({
    id: seededId(random, created_at.getTime()),
    type: 'new_report',
    report_id: id,
    sender_name: byId.get(reporter_id)?.username ?? null,
    sender_avatar_url: byId.get(reporter_id)?.avatar_url ?? null,
    message: 'Có báo cáo mới cần xử lý',
    is_read: index >= UNREAD,
    created_at,
  }));
  return {
    cases,
    removed: cases.filter(({ itemId }) => history?.removedAt.has(itemId)),
    events: history?.events ?? [],
    notifications: admin ? notifications.map((row) => ({ ...row, admin_id: admin.id })) : [],
    auditEntries: history?.auditEntries ?? [],
  };
}

/** All that can be reported, but for the person whose login is printed. */
function thingsOf(users: readonly NewUser[], { posts, travelPosts, comments }: DemoActivity): DemoThing[] {
  const text =
    (itemType: ReportItemType) =>
    ({ id, author_id, title, content, created_at }: DemoText): DemoThing => ({
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
      ({ id, username, is_disabled, created_at }): DemoThing => ({
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
