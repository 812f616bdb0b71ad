import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportSnapshot, SnapshotPublication } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import type { ClientBase } from 'pg';
import { createRandom } from '../../../server/src/lib/random.ts';
import { hashSnapshot } from '../../../server/src/moderation/evidence/snapshot.ts';
import { changesOf } from '../factories/moderation-events.ts';
import { makeComplaint, makeDecision, type StatusStep } from '../factories/report-factory.ts';
import { seededId } from '../factories/seeded-id.ts';
import type { CopyRow } from './copy-rows.ts';
import type { ScaleTable } from './scale-rows.ts';

/** The tables of a load of reports, their counters included. */
export const REPORT_TABLES = [
  'report_snapshots',
  'reports',
  'moderation_events',
  'moderation_subjects',
  'report_group_counts',
  'report_subject_facets',
  'report_texts',
] as const;

/** Counts anew after a load of reports alone: the other counters stay unchanged. */
export const COUNT_REPORTS = `
  delete from daily_counts where metric = 'reports';
  delete from total_counts where metric = 'reports';
  insert into daily_counts (metric, day, slot, count)
    select 'reports', vietnam_day(created_at), 0, count(*) from reports group by 2;
  insert into total_counts (metric, slot, count)
    select 'reports', 0, sum(count) from daily_counts where metric = 'reports' having count(*) > 0;
  select rebuild_report_counters();
  select fill_content_created_at()`;

/** Where events are until it is known which version of their subject each makes. */
export const STAGE_EVENTS = `
  create temp table loaded_events (like moderation_events including defaults) on commit drop;
  alter table loaded_events alter version drop not null`;

/** Numbers the staged events of each subject in the order of their time, after those that it has. */
export const STORE_EVENTS = `
  insert into moderation_events (id, subject_type, subject_id, version, created_at, kind, actor_type, actor_id, actor_name,
      report_id, from_status, to_status, reports_change, open_reports_change, pending_reports_change, reporters_change)
    select e.id, e.subject_type, e.subject_id,
      coalesce(s.version, 0) + row_number() over (partition by e.subject_type, e.subject_id order by e.created_at, e.id),
      e.created_at, e.kind, e.actor_type, e.actor_id, e.actor_name, e.report_id, e.from_status, e.to_status,
      e.reports_change, e.open_reports_change, e.pending_reports_change,
      case when e.kind = 'reported' and row_number() over (
        partition by e.subject_type, e.subject_id, e.kind, e.actor_id order by e.created_at, e.id) = 1 then 1 else 0 end
    from loaded_events e
    left join moderation_subjects s on s.subject_type = e.subject_type and s.subject_id = e.subject_id`;

const SUBJECTS_PER_REPORT = 0.4;
const MEAN_MORE_REPORTS = 1;
/** One subject in this many is notorious, with this many times as many reports. */
const NOTORIOUS_INTERVAL = 2_000;
const NOTORIOUS_FACTOR = 200;
const OPEN_SHARE = 0.35;
const REPORTERS_MAX = 200_000;
const STORED_TEXT_CHARS = 200;

interface Words {
  id: string;
  title: string | null;
  content: string;
  authorId: string;
  authorName: string;
  createdAt: number;
}

interface Subject extends Words {
  itemType: ReportItemType;
  /** The post of a comment. */
  parent: Words | null;
}

interface PlannedReport {
  id: string;
  subject: Subject;
  reporterId: string;
  createdAt: number;
  complaint: ReturnType<typeof makeComplaint>;
  steps: StatusStep[];
}

const wordsOf = (row: string, title: string, content: string, author: string) =>
  `jsonb_build_object('id', ${row}.id, 'title', ${title}, 'content', left(${content}, ${STORED_TEXT_CHARS}),
    'authorId', ${author}.id, 'authorName', ${author}.username,
    'createdAt', (extract(epoch from ${row}.created_at) * 1000)::bigint)`;
const publicationSource = (table: string) =>
  `select t.id, ${wordsOf('t', 't.title', 't.content', 'u')} as words, null as parent
   from ${table} t join users u on u.id = t.author_id where t.deleted_at is null`;

const SOURCES: ReadonlyArray<{ itemType: ReportItemType; share: number; table: string; select: string }> = [
  {
    itemType: 'User',
    share: 0.3,
    table: 'users',
    select: `select t.id, ${wordsOf('t', 'null', `coalesce(t.bio, '')`, 't')} as words, null as parent
             from users t where t.role = 'user'`,
  },
  { itemType: 'Post', share: 0.35, table: 'posts', select: publicationSource('posts') },
  { itemType: 'TravelPost', share: 0.15, table: 'travel_posts', select: publicationSource('travel_posts') },
  {
    itemType: 'Comment',
    share: 0.2,
    table: 'comments',
    select: `select t.id, ${wordsOf('t', 'null', 't.content', 'u')} as words,
               ${wordsOf('p', 'p.title', 'p.content', 'pu')} as parent
             from comments t join users u on u.id = t.author_id
             join posts p on p.id = t.post_id join users pu on pu.id = p.author_id
             where t.deleted_at is null and p.deleted_at is null`,
  },
];

/** About `wanted` subjects of all types, spread evenly over those in the database. */
async function selectSubjects(client: ClientBase, wanted: number): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const { itemType, share, table, select } of SOURCES) {
    const { rows: counts } = await client.query<{ n: string }>(`select count(*) as n from ${table}`);
    const interval = Math.max(1, Math.floor(Number(counts[0]?.n ?? 0) / (wanted * share)));
    const { rows } = await client.query<{ words: Words; parent: Words | null }>(
      `select words, parent from (${select}) found where hashtext(id) % $1 = 0 order by id limit $2`,
      [interval, Math.ceil(wanted * share)],
    );
    for (const { words, parent } of rows) subjects.push({ ...words, itemType, parent });
  }
  return subjects;
}

/**
 * The tables of `count` reports on existing subjects, in the order to fill them: evidence, reports, events.
 * @param stream a name: sets of different names can be in one database
 * @param now milliseconds since 1970
 */
export async function reportTables(
  client: ClientBase,
  { count, stream, now }: { count: number; stream: string; now: number },
): Promise<ScaleTable[]> {
  const subjects = await selectSubjects(client, Math.ceil(count * SUBJECTS_PER_REPORT));
  const { rows: reporters } = await client.query<{ id: string }>(
    `select id from users where role = 'user' order by hashtext(id) limit ${REPORTERS_MAX}`,
  );
  const { rows: admins } = await client.query<{ id: string; username: string }>(
    `select id, username from users where role = 'admin' order by created_at limit 1`,
  );
  const mayBeReported = subjects.length > 0 && reporters.length > 1;
  const [admin] = admins;
  // An earlier set may have preserved the same evidence.
  const { rows: kept } = await client.query<{ id: string }>('select id from report_snapshots');
  const present = new Set(kept.map(({ id }) => id));

  function* plan(): Generator<PlannedReport> {
    const random = createRandom(`scale reports ${stream}`);
    let left = mayBeReported ? count : 0;
    while (left > 0) {
      for (const [index, subject] of subjects.entries()) {
        const factor = index % NOTORIOUS_INTERVAL === 0 ? NOTORIOUS_FACTOR : 1;
        const times = Math.min(left, 1 + Math.floor(factor * random.exponential(MEAN_MORE_REPORTS)));
        for (let time = 0; time < times; time++) yield planReport(random, subject);
        left -= times;
        if (left === 0) break;
      }
    }
  }

  function planReport(random: ReturnType<typeof createRandom>, subject: Subject): PlannedReport {
    const createdAt = Math.floor(subject.createdAt + random.fraction() * Math.max(0, now - subject.createdAt));
    let reporterId = subject.authorId;
    while (reporterId === subject.authorId) reporterId = random.pick(reporters).id;
    return {
      id: seededId(random, createdAt),
      subject,
      reporterId,
      createdAt,
      complaint: makeComplaint(random, subject.itemType),
      steps: makeDecision(random, { isOpen: random.chance(OPEN_SHARE) }),
    };
  }

  function* snapshots(): Generator<CopyRow> {
    const at = new Date(now);
    for (const subject of subjects) {
      const id = snapshotIdOf(subject);
      if (!present.has(id)) yield { id, content: JSON.stringify(snapshotOf(subject)), created_at: at };
    }
  }

  function* reports(): Generator<CopyRow> {
    for (const { id, subject, reporterId, createdAt, complaint, steps } of plan()) {
      const at = new Date(createdAt);
      yield {
        id,
        reporter_id: reporterId,
        subject_type: subject.itemType,
        subject_id: subject.id,
        subject_owner_id: subject.authorId,
        ...complaint,
        status: steps.at(-1)?.to ?? 'pending',
        version: 1 + steps.length,
        snapshot_id: snapshotIdOf(subject),
        created_at: at,
        updated_at: at,
      };
    }
  }

  function* events(): Generator<CopyRow> {
    const random = createRandom(`scale report events ${stream}`);
    for (const { id, subject, reporterId, createdAt, steps } of plan()) {
      const common = { subject_type: subject.itemType, subject_id: subject.id, report_id: id };
      const reported = { kind: 'reported' };
      yield {
        ...common,
        ...reported,
        ...changesOf(reported),
        id: seededId(random, createdAt),
        created_at: new Date(createdAt),
        actor_type: 'user',
        actor_id: reporterId,
      };
      for (const [index, { from, to }] of steps.entries()) {
        const at = Math.floor(createdAt + (now - createdAt) * ((index + 1) / (steps.length + 1)));
        const change = { kind: 'status_set', from_status: from, to_status: to };
        yield {
          ...common,
          ...change,
          ...changesOf(change),
          id: seededId(random, at),
          created_at: new Date(at),
          actor_type: 'administrator',
          actor_id: admin?.id,
          actor_name: admin?.username,
        };
      }
    }
  }

  const hashes = new Map<Subject, string>();
  function snapshotIdOf(subject: Subject): string {
    const known = hashes.get(subject) ?? hashSnapshot(snapshotOf(subject));
    hashes.set(subject, known);
    return known;
  }

  const define = (table: string, columns: string, rows: () => Generator<CopyRow>) => ({
    table,
    columns: columns.split(','),
    rows,
  });
  return [
    define('report_snapshots', 'id,content,created_at', snapshots),
    define(
      'reports',
      'id,reporter_id,subject_type,subject_id,subject_owner_id,reason,description,status,version,snapshot_id,created_at,updated_at',
      reports,
    ),
    define(
      'loaded_events',
      'id,subject_type,subject_id,created_at,kind,actor_type,actor_id,actor_name,report_id,from_status,to_status,reports_change,open_reports_change,pending_reports_change',
      events,
    ),
  ];
}

/** Evidence without images: thousands of rows share a few of them. */
function snapshotOf(subject: Subject): ReportSnapshot {
  const { itemType, id, content, parent } = subject;
  const author = { _id: subject.authorId, username: subject.authorName };
  const createdAt = new Date(subject.createdAt).toISOString();
  if (itemType === 'User') return { itemType, user: { ...author, bio: content, createdAt } };
  if (itemType !== 'Comment' || !parent)
    return { itemType: itemType === 'Post' ? itemType : 'TravelPost', post: publicationOf(subject) };
  const comment = { _id: id, content, createdAt, author, parentType: 'Post', parent: publicationOf(parent) } as const;
  return { itemType, comment };
}

const publicationOf = ({ id, title, content, authorId, authorName, createdAt }: Words): SnapshotPublication => ({
  _id: id,
  title,
  content,
  images: [],
  createdAt: new Date(createdAt).toISOString(),
  likesCount: 0,
  commentsCount: 0,
  author: { _id: authorId, username: authorName },
});
