import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { QuickSearchBody, QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { findListedContent } from '../content/get-content.ts';
import { listContent } from '../content/list-content.ts';
import type { App } from '../lib/context.ts';
import { isLikeId, toSearchTerm } from '../lib/search/search-term.ts';
import { findListedReport, listReports } from '../moderation/queue/list-reports.ts';
import { findListedUser } from '../users/find-user.ts';
import { searchUsers } from '../users/search-users.ts';
import { toQuickContent, toQuickReport, toQuickUser } from './quick-search.mapper.ts';
import { bestFirst, countLetters, rankOf } from './quick-search.ranking.ts';

/** Results of each kind that are found, so that the best of them can be put first. */
const CANDIDATES = 20;
/** A term of one letter is in nearly everything. */
const MIN_LETTERS = 2;

interface Found {
  users: readonly UserSummary[];
  reports: readonly ListedReport[];
  content: readonly ListedContent[];
}

/**
 * Finds one thing from any screen: a few users, reports and texts, by the searches of their own lists; at most `limit` of each
 * kind. One that has the term as its id stands alone; a term without two letters finds nothing.
 */
export async function quickSearch(app: App, { term: given, limit }: QuickSearchBody): Promise<QuickSearchResult> {
  const term = toSearchTerm(given.toWellFormed());
  const byId = isLikeId(term) ? await findById(app, term) : NOTHING;
  if (!isEmpty(byId)) return toResult(byId, limit);
  return toResult(countLetters(term) < MIN_LETTERS ? NOTHING : await findByTerm(app, term), limit);
}

async function findById({ db }: App, id: string): Promise<Found> {
  const [user, report, text] = await Promise.all([
    findListedUser(db, id),
    findListedReport(db, id),
    findListedContent(db, id),
  ]);
  return { users: user ? [user] : [], reports: report ? [report] : [], content: text ? [text] : [] };
}

async function findByTerm(app: App, term: string): Promise<Found> {
  const [ofUsers, ofReports, ofContent] = await Promise.all([
    searchUsers(app, { searchTerm: term, limit: CANDIDATES }),
    listReports(app, { q: term, limit: CANDIDATES }),
    listContent(app.db, { q: term, limit: CANDIDATES }),
  ]);
  const rankOfUser = ({ username, email }: UserSummary) => (isSame(email, term) ? 0 : rankOf(term, username));
  return {
    users: bestFirst(ofUsers.users, rankOfUser),
    reports: bestFirst(onePerSubject(ofReports.reports), ({ subject }) =>
      rankOf(term, subject?.title ?? null, subject?.owner.name ?? null),
    ),
    content: bestFirst(ofContent.content, ({ title, excerpt }) => rankOf(term, title, excerpt)),
  };
}

const NOTHING: Found = { users: [], reports: [], content: [] };

const isEmpty = ({ users, reports, content }: Found): boolean => users.length + reports.length + content.length === 0;

const isSame = (email: string, term: string): boolean => email.toLowerCase() === term.toLowerCase();

/** A subject may have any number of reports: its newest leads to them all. */
function onePerSubject(reports: readonly ListedReport[]): ListedReport[] {
  const bySubject = new Map<string, ListedReport>();
  for (const report of reports) {
    const subject = JSON.stringify([report.itemType, report.reportedItem]);
    if (!bySubject.has(subject)) bySubject.set(subject, report);
  }
  return [...bySubject.values()];
}

const toResult = ({ users, reports, content }: Found, limit: number): QuickSearchResult => ({
  users: users.slice(0, limit).map(toQuickUser),
  reports: reports.slice(0, limit).map(toQuickReport),
  content: content.slice(0, limit).map(toQuickContent),
});
