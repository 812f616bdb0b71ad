import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../lib/db/database.ts';
import { findDriftedSubjects } from './replayed-subjects.ts';

const STATEMENTS = {
  totals: sql`select metric, sum(count)::int as n from total_counts group by 1 having sum(count) <> 0 order by 1`,
  days: sql`select metric, day, sum(count)::int as n from daily_counts group by 1, 2 having sum(count) <> 0 order by 1, 2`,
  groups: sql`select role, is_disabled, is_verified, gender, sum(count)::int as n from user_group_counts
    group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4`,
  users: sql`select id, posts_count, travel_posts_count, followers_count, following_count from users order by id`,
  posts: sql`select id, likes_count, comments_count from posts order by id`,
  travelPosts: sql`select id, likes_count, comments_count from travel_posts order by id`,
  reportGroups: sql`select status, subject_type, reason, sum(count)::int as n from report_group_counts
    group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`,
  reportFacets: sql`select * from report_subject_facets order by subject_type, subject_id, status, reason`,
};

/** All counters, summed over their slots. */
export async function readCounters(db: Db): Promise<Record<string, unknown[]>> {
  const entries: Array<[string, unknown[]]> = [];
  for (const [name, statement] of Object.entries(STATEMENTS)) entries.push([name, (await statement.execute(db)).rows]);
  return Object.fromEntries(entries);
}

/** Fails if a recount of all rows differs from the stored counters. */
export async function expectCountersRight(db: Db): Promise<void> {
  const kept = await readCounters(db);
  await sql`select rebuild_counters()`.execute(db);
  expect(kept).toEqual(await readCounters(db));
}

/** Fails unless the state of every subject is what its events say, and its counts are those of its reports. */
export async function expectSubjectsReplayed(db: Db): Promise<void> {
  expect(await findDriftedSubjects(db)).toEqual([]);
}
