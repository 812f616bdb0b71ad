import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import { REPORT_ITEM_TYPES, REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { type ListedReport, REPORT_REASONS, type ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { expectCountersRight } from '../../testing/counters.ts';
import { insertReport, insertUser, recordReports } from '../../testing/factories.ts';

type Row = Awaited<ReturnType<typeof insertReport>>;
type Filters = Partial<
  Record<
    'status' | 'itemType' | 'reason' | 'itemId' | 'accountId' | 'reporterId' | 'from' | 'to',
    string | null | undefined
  >
>;

const REPORTS = 160;
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'] as const;
/** Subjects that are hidden until somebody decides. */
const HIDDEN_IDS = ['thing-3', 'thing-8'];
/** Values that another backend may have written. */
const FOREIGN_REASON = 'other-backend';
let testApp: TestApp;
let everything: Row[];

beforeAll(async () => {
  testApp = await buildTestApp();
  const { db } = testApp.database;
  const dayEnd = Date.parse('2026-11-20T23:59:59.999+07:00');
  const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
  const reporters = await Promise.all(Array.from({ length: 5 }, () => insertUser(db)));
  for (let i = 0; i < REPORTS; i += 1) {
    const subject = (i * 5) % 13;
    const item = {
      itemType: pick(REPORT_ITEM_TYPES, (i * 7) % 11),
      itemId: `thing-${subject}`,
      itemAuthorId: i % 29 === 0 ? null : `author-${subject % 4}`,
    };
    await insertReport(db, item, {
      status: pick(REPORT_STATUSES, i * 3 + (i >> 3)),
      reason: i % 10 === 0 ? FOREIGN_REASON : pick(REPORT_REASONS, i >> 1),
      reporter_id: i % 23 === 0 ? `gone-${i}` : pick(reporters, i).id,
      // Several in each millisecond, so that ids must decide; in the last milliseconds of three days of Vietnam.
      created_at: new Date(dayEnd - (i % 20) - (i % 3) * DAY_MS),
    });
  }
  await db
    .updateTable('moderation_subjects')
    .set({ hidden_at: new Date(dayEnd) })
    .where('subject_id', 'in', HIDDEN_IDS)
    .execute();
  const newestFirst = (a: Row, b: Row) =>
    b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
  everything = (await db.selectFrom('reports').selectAll().execute()).sort(newestFirst);
});
afterAll(() => testApp.close());

const dayOf = (row: Row) => new Date(row.created_at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);

/** The rows of hidden subjects, in their order, then the others. */
const hiddenFirst = (rows: readonly Row[]): Row[] => {
  const isHidden = (row: Row) => HIDDEN_IDS.includes(row.subject_id);
  return [...rows.filter(isHidden), ...rows.filter((row) => !isHidden(row))];
};

const meets =
  ({ status, itemType, reason, itemId, accountId, reporterId, from, to }: Filters) =>
  (row: Row) =>
    (!from || dayOf(row) >= from) &&
    (!to || dayOf(row) <= to) &&
    (!status || row.status === status) &&
    (!itemType || row.subject_type === itemType) &&
    (!reason || row.reason === reason) &&
    (!itemId || row.subject_id === itemId) &&
    (!accountId || row.subject_owner_id === accountId) &&
    (!reporterId || row.reporter_id === reporterId);

interface Page {
  data: Array<{ _id: string }>;
  pagination: { total: number; totalRelation: string; nextCursor: string | null };
  counts?: Record<string, number>;
}
async function walk<P extends { pagination: Page['pagination'] }>(path: string, body: object): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | null = null;
  do {
    const response = await testApp.post(path, { ...body, cursor });
    expect(response.statusCode).toBe(200);
    const page: P = response.json();
    pages.push(page);
    cursor = page.pagination.nextCursor;
    if (!cursor) return pages;
  } while (pages.length <= REPORTS);
  throw new Error('the cursors never end');
}
const ALL = '/api/reports/admin/all';
const CASES = '/api/reports/admin/cases';

const anyOf = <const T extends string>(values: readonly T[]) =>
  fc.constantFrom(...values, '' as const, null, undefined);
const filters = fc.record({
  status: anyOf(REPORT_STATUSES),
  itemType: anyOf(REPORT_ITEM_TYPES),
  reason: anyOf(REPORT_REASONS),
});

describe('listReports', () => {
  test('a legacy panel, which sends no body, gets an array of all, newest first', async () => {
    const { data, pagination, counts } = (await testApp.send('POST', ALL)).json<Page>();
    expect(data.map(({ _id }) => _id)).toEqual(everything.map(({ id }) => id));
    expect(pagination).toEqual({ total: REPORTS, totalRelation: 'eq', nextCursor: null });
    for (const status of REPORT_STATUSES) expect(counts?.[status]).toBe(everything.filter(meets({ status })).length);
  });

  test('with any filters, order and page size all matching reports are returned once, in order, and counted', async () => {
    const subject = fc.option(
      fc.integer({ min: 0, max: 13 }).map((n) => `thing-${n}`),
      { nil: undefined },
    );
    const person = fc.record({
      accountId: anyOf(['author-0', 'author-3', 'author-9']).map((id) => id || undefined),
      reporterId: fc.constantFrom(undefined, null, ...new Set(everything.map((row) => row.reporter_id))),
    });
    const people = fc.oneof({ arbitrary: fc.constant({}), weight: 2 }, person);
    const days = fc.oneof({ arbitrary: fc.constant({}), weight: 2 }, fc.record({ from: anyOf(DAYS), to: anyOf(DAYS) }));
    const sorts = fc.constantFrom(undefined, '' as const, 'newest', 'oldest');
    await fc.assert(
      fc.asyncProperty(
        filters,
        subject,
        people,
        days,
        sorts,
        fc.integer({ min: 1, max: 60 }),
        async (chosen, itemId, whose, when, sort, limit) => {
          const body: Filters & { limit: number; sort: string | undefined } = {
            ...chosen,
            ...whose,
            ...when,
            sort,
            itemId: chosen.itemType ? itemId : undefined,
            limit,
          };
          const pages = await walk<Page>(ALL, body);
          const found = everything.filter(meets(body));
          const expected = sort === 'oldest' ? hiddenFirst(found.toReversed()) : found;
          expect(pages.flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(expected.map(({ id }) => id));
          for (const { pagination } of pages) {
            expect(pagination).toMatchObject({ total: expected.length, totalRelation: 'eq' });
          }
          for (const status of REPORT_STATUSES) {
            expect(pages[0]?.counts?.[status]).toBe(everything.filter(meets({ ...body, status })).length);
          }
          expect(pages.slice(1).every(({ counts }) => counts === undefined)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a subject without evidence has its owner and the number of its reports', async () => {
    const { data } = (await testApp.post(ALL, { limit: 10 })).json<{ data: ListedReport[] }>();
    for (const { subject, reportedItem, itemType, accountId } of data) {
      const reports = everything.filter(meets({ itemType, itemId: String(reportedItem) })).length;
      expect(subject).toEqual({
        title: null,
        owner: { id: accountId, name: null },
        image: null,
        reports,
        isHidden: HIDDEN_IDS.includes(String(reportedItem)),
        hasOpenAppeal: false,
      });
    }
  });

  test('a reporter whose account is deleted is an id', async () => {
    const { data } = (await testApp.post(ALL)).json<{ data: Array<{ reporter: unknown }> }>();
    expect(data.filter(({ reporter }) => typeof reporter === 'string')).toHaveLength(
      everything.filter(({ reporter_id }) => reporter_id.startsWith('gone-')).length,
    );
    expect(data[1]?.reporter).toMatchObject({ username: expect.any(String), email: expect.any(String) });
  });

  test('a report contains the owner of its subject, as far as known', async () => {
    const { data } = (await testApp.post(ALL)).json<{ data: Array<{ _id: string; accountId: unknown }> }>();
    const known = new Map(everything.map((row) => [row.id, row.subject_owner_id]));
    for (const { _id, accountId } of data) expect(accountId).toBe(known.get(_id));
  });

  test('an unknown reason is returned unchanged', async () => {
    const { data } = (await testApp.post(ALL)).json<{ data: Array<{ reason: string }> }>();
    expect(data.filter(({ reason }) => reason === FOREIGN_REASON)).toHaveLength(REPORTS / 10);
  });

  test('a subject id without its type answers 400', async () => {
    expect((await testApp.post(ALL, { itemId: 'thing-1' })).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('listReports grouped by subject', () => {
  const keyOf = (row: Row) => `${row.subject_type} ${row.subject_id}`;

  test('with any filters each subject is listed once, at its newest matching report, hidden ones first', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 20 }), async (chosen, limit) => {
        const pages = await walk<Omit<Page, 'data'> & { data: ReportCase[] }>(CASES, { ...chosen, limit });
        const newest = new Map<string, Row>();
        for (const row of everything.filter(meets(chosen))) {
          if (!newest.has(keyOf(row))) newest.set(keyOf(row), row);
        }
        const cases = pages.flatMap(({ data }) => data);
        expect(cases.map((each) => each.newest._id)).toEqual(hiddenFirst([...newest.values()]).map(({ id }) => id));
        expect(pages[0]?.pagination).toMatchObject({ total: newest.size, totalRelation: 'eq' });
        for (const { itemType, itemId, reports, reporters, open, pending } of cases) {
          const ofSubject = everything.filter(meets({ itemType, itemId }));
          expect({ reports, reporters, open, pending }).toEqual({
            reports: ofSubject.length,
            reporters: new Set(ofSubject.map(({ reporter_id }) => reporter_id)).size,
            open: ofSubject.filter(({ status }) => status === 'pending' || status === 'reviewing').length,
            pending: ofSubject.filter(({ status }) => status === 'pending').length,
          });
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a subject without evidence is named by its id', async () => {
    const { data } = (await testApp.post(CASES, { limit: 1 })).json<{ data: ReportCase[] }>();
    expect(data[0]).toMatchObject({ title: data[0]?.itemId, author: null });
  });

  test('a subject with evidence is named by its title or first words and its author', async () => {
    const { db } = testApp.database;
    const author = { _id: 'writer', username: 'Nguyễn <b>Văn</b> An', avatar: null, verified: true };
    const about = { createdAt: '2026-01-01T00:00:00.000Z', images: [], likesCount: 0, commentsCount: 0, author };
    const post = (fields: object) => ({ itemType: 'Post', post: { _id: 'p', ...about, ...fields } });
    const evidence: Array<[type: string, content: unknown, title: string]> = [
      ['Post', post({ title: 'Hội An', content: 'Phố cổ' }), 'Hội An'],
      ['Post', post({ title: ' ', content: 'Phố cổ' }), 'Phố cổ'],
      ['TravelPost', { ...post({ title: 'Đà Lạt', content: 'x' }), itemType: 'TravelPost' }, 'Đà Lạt'],
      ['User', { itemType: 'User', user: { ...author, createdAt: about.createdAt } }, author.username],
      ['Comment', { itemType: 'Comment', comment: { _id: 'c', content: 'Đẹp!', ...about } }, 'Đẹp!'],
    ];
    for (const [index, [itemType, content, title]] of evidence.entries()) {
      const snapshot = { id: `evidence-${index}`, content: JSON.stringify(content), created_at: new Date() };
      await db.insertInto('report_snapshots').values(snapshot).execute();
      const { id } = await insertReport(
        db,
        { itemType, itemId: `named-${index}` },
        { snapshot_id: snapshot.id, created_at: new Date(Date.now() + 60_000) },
      );
      const { data } = (await testApp.post(CASES, { itemType })).json<{ data: ReportCase[] }>();
      const listedCase = data.find(({ itemId }) => itemId === `named-${index}`);
      expect(listedCase).toMatchObject({ title, author, newest: { _id: id } });
      const listed = (await testApp.post(ALL, { limit: 1, itemType })).json<{ data: ListedReport[] }>().data;
      expect(listed[0]).toMatchObject({ _id: id, subject: { title, owner: { name: author.username }, reports: 1 } });
      await testApp.send('DELETE', `/api/reports/admin/${id}`);
    }
    expect(await db.selectFrom('report_snapshots').select('id').execute()).toEqual([]);
  });

  test('with sort reports, any filters and page size the hidden subjects are first, then the others, both the most reported first', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 20 }), async (chosen, limit) => {
        const pages = await walk<Omit<Page, 'data'> & { data: ReportCase[] }>(CASES, {
          ...chosen,
          limit,
          sort: 'reports',
        });
        const cases = pages.flatMap(({ data }) => data);
        const matching = everything.filter(meets(chosen));
        expect(cases.map(({ itemType, itemId }) => `${itemType} ${itemId}`).toSorted()).toEqual(
          [...new Set(matching.map(keyOf))].toSorted(),
        );
        const byNumber = cases.toSorted((a, b) => b.reports - a.reports);
        expect(cases.map(({ reports, hiddenAt }) => [hiddenAt !== null, reports])).toEqual(
          [...byNumber.filter(({ hiddenAt }) => hiddenAt), ...byNumber.filter(({ hiddenAt }) => !hiddenAt)].map(
            ({ reports, hiddenAt }) => [hiddenAt !== null, reports],
          ),
        );
        const hidden = matching.filter(({ subject_id }) => HIDDEN_IDS.includes(subject_id));
        expect(cases.filter(({ hiddenAt }) => hiddenAt)).toHaveLength(new Set(hidden.map(keyOf)).size);
        for (const { newest, itemType, itemId } of cases) {
          expect(newest._id).toBe(matching.find((row) => keyOf(row) === `${itemType} ${itemId}`)?.id);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('more subjects than are counted return the relation gte', async () => {
    const { db } = testApp.database;
    const { id, ...model } = await insertReport(db, { itemType: 'Comment', itemId: 'many' });
    const rows = Array.from({ length: 1_200 }, (_, i) => ({ ...model, id: `${id}-${i}`, subject_id: `many-${i}` }));
    await db.insertInto('reports').values(rows).execute();
    await recordReports(
      db,
      rows.map((row) => row.id),
    );
    const known = { total: 1_000, totalRelation: 'gte' };
    const first = (await testApp.post(CASES, { itemType: 'Comment', reason: 'spam', status: 'pending' })).json();
    expect(first.pagination).toMatchObject(known);
    const { nextCursor: cursor } = first.pagination;
    const next = (await testApp.post(CASES, { itemType: 'Comment', reason: 'spam', status: 'pending', cursor })).json();
    expect(next.data.length).toBeGreaterThan(200);
    expect(next.pagination).toMatchObject(known);
  });
});

test('listReports: the counts beside the filters are right', () => expectCountersRight(testApp.database.db));
