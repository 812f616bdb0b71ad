import { BULK_MAX } from '@hai-dang/contract/constants.ts';
import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { BulkAction, BulkPeriod } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { BulkTarget, PreviewBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { findContentOf } from '../../posts/find-content.ts';
import { findUser } from '../../users/find-user.ts';
import { findUserIds } from '../../users/find-user-ids.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';

const PERIODS_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;

/** One more shows that there are too many. */
const MOST = BULK_MAX + 1;

type CleanUp = Extract<BulkAction, { kind: 'clean_up' }>;

/** The subjects of an action, and how many reports about them are open, where that is known. */
interface BulkSubjects {
  readonly refs: SubjectRef[];
  readonly reports: number | null;
}

/**
 * The subjects of an action as they are now, the first one first.
 * @throws {DomainError} USER_NOT_FOUND; BULK_TERM_TOO_SHORT; BULK_TOO_LARGE for more than 10 000
 */
export async function findBulkSubjects(
  app: Pick<App, 'db' | 'clock'>,
  { action, target }: PreviewBulkBody,
): Promise<BulkSubjects> {
  const found = await find(app, action, target);
  if (found.refs.length > BULK_MAX) throw new DomainError('BULK_TOO_LARGE');
  return found;
}

async function find(app: Pick<App, 'db' | 'clock'>, action: BulkAction, target: BulkTarget): Promise<BulkSubjects> {
  const { db, clock } = app;
  switch (target.kind) {
    case 'users':
      return withoutReports(namedSubjects(target));
    case 'user_filter':
      return withoutReports((await findUserIds(app, target, MOST)).map(toAccount));
    case 'content': {
      const refs = namedSubjects(target);
      return { refs, reports: await subjectsStore.countOpenReports(db, refs) };
    }
    case 'content_of': {
      await requireUser(db, target.userId);
      return withoutReports(await findContentOf(db, target.userId, startOf(target.since, clock.now()), MOST));
    }
    case 'reports_about': {
      await requireUser(db, target.userId);
      const open = await subjectsStore.findOpenOfOwner(db, target.userId, MOST);
      return {
        refs: open.map(({ ref }) => ref),
        reports: open.reduce((sum, { openReports }) => sum + openReports, 0),
      };
    }
    case 'everything_of': {
      await requireUser(db, target.userId);
      return withoutReports(action.kind === 'clean_up' ? await findSubjectsOfCleanUp(db, target.userId, action) : []);
    }
  }
}

/** The account first, so that it publishes nothing more. A decision closes the reports of its subject; the others' are left. */
async function findSubjectsOfCleanUp(
  db: Db,
  userId: string,
  { disables, takesDown, closesReports }: CleanUp,
): Promise<SubjectRef[]> {
  const account = disables ? [toAccount(userId)] : [];
  const content = takesDown ? await findContentOf(db, userId, null, MOST) : [];
  const reported = closesReports ? await subjectsStore.findOpenOfOwner(db, userId, MOST) : [];
  return withoutRepeats([...account, ...content, ...reported.map(({ ref }) => ref)]);
}

type Naming = Extract<BulkTarget, { kind: 'users' | 'content' }>;

/** The subjects that a target names one by one; null where it is those that are found as it starts. */
export function namedSubjects(target: Naming): SubjectRef[];
export function namedSubjects(target: BulkTarget): SubjectRef[] | null;
export function namedSubjects(target: BulkTarget): SubjectRef[] | null {
  if (target.kind === 'users') return [...new Set(target.ids)].map(toAccount);
  return target.kind === 'content' ? withoutRepeats(target.subjects) : null;
}

async function requireUser(db: Db, id: string): Promise<void> {
  if (!(await findUser(db, id))) throw new DomainError('USER_NOT_FOUND');
}

const startOf = (since: BulkPeriod, now: Date): Date | null =>
  since === 'all' ? null : new Date(now.getTime() - PERIODS_MS[since]);

const toAccount = (itemId: string): SubjectRef => ({ itemType: 'User', itemId });
const withoutReports = (refs: SubjectRef[]): BulkSubjects => ({ refs, reports: null });
const withoutRepeats = (refs: readonly SubjectRef[]): SubjectRef[] => [
  ...new Map(refs.map((ref) => [`${ref.itemType} ${ref.itemId}`, ref])).values(),
];
