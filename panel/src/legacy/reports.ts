import type { Report, ReportDetail, ReportPerson } from '@hai-dang/contract/moderation/reports.schema.ts';
import { toAuthor, toPost, toTravelPost } from './posts.ts';
import {
  cursorPaginationOf,
  type Fields,
  fieldsOf,
  flagOf,
  idOf,
  listIn,
  rowsOf,
  textOf,
  timeOf,
  wholeOf,
} from './shapes.ts';

/** Vietnam keeps no summer time. */
const VIETNAM_OFFSET_MS = 7 * 3_600_000;
const STATUSES = ['pending', 'reviewing', 'resolved', 'rejected'] as const;

/** The reporter, or only the id; '' where unknown. */
function toReporter(raw: unknown): string | ReportPerson {
  const { username, email, avatar } = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null || !(raw instanceof Object)) return _id ?? '';
  return { _id, username: textOf(username) ?? '', email: textOf(email), avatar: textOf(avatar) };
}

/** A reported account as the report shows it. */
function toReportedUser(raw: unknown) {
  const { username, email, avatar, createdAt, vohieuhoa, xacMinhDanhTinh, bio } = fieldsOf(raw);
  return {
    _id: idOf(raw) ?? '',
    username: textOf(username) ?? '',
    email: textOf(email),
    avatar: textOf(avatar),
    createdAt: timeOf(createdAt),
    vohieuhoa: flagOf(vohieuhoa),
    xacMinhDanhTinh: flagOf(xacMinhDanhTinh),
    bio: textOf(bio),
  };
}

/** A comment with its post, where the backend has looked it up. */
export function toComment(raw: unknown) {
  const { content, createdAt, user, parentType, parentId, parent } = fieldsOf(raw);
  const isOfTravel = parentType === 'TravelPost';
  return {
    _id: idOf(raw) ?? '',
    content: textOf(content) ?? '',
    createdAt: timeOf(createdAt) ?? '',
    user: toAuthor(user),
    parentType: isOfTravel ? 'TravelPost' : 'Post',
    parentId: idOf(parentId) ?? idOf(parent) ?? '',
    parent: (parent instanceof Object && (isOfTravel ? toTravelPost(parent) : toPost(parent))) || null,
  };
}

const TO_ITEM: Readonly<Record<string, (raw: unknown) => object | undefined>> = {
  User: toReportedUser,
  Post: toPost,
  TravelPost: toTravelPost,
  Comment: toComment,
};

/** The account that a report is about: known for an account, and for a text that has its author. */
function accountIdOf({ accountId, itemType, reportedItem }: Fields): string | null {
  if (itemType === 'User') return idOf(accountId) ?? idOf(reportedItem);
  const { author, user } = fieldsOf(reportedItem);
  return idOf(accountId) ?? idOf(author) ?? idOf(user);
}

function toReport(raw: unknown): Report | undefined {
  const fields = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null) return undefined;
  const { reporter, reportedItem, reason, description, status, createdAt, version } = fields;
  const itemType = textOf(fields['itemType']) ?? '';
  const itemId = idOf(reportedItem);
  const item = itemId !== null && reportedItem instanceof Object ? TO_ITEM[itemType]?.(reportedItem) : undefined;
  return {
    _id,
    reporter: toReporter(reporter),
    itemType,
    reportedItem: item && itemId !== null ? { ...item, _id: itemId } : (itemId ?? ''),
    reason: textOf(reason) ?? '',
    description: textOf(description),
    status: textOf(status) ?? '',
    createdAt: timeOf(createdAt) ?? '',
    version: wholeOf(version) ?? 0,
    accountId: accountIdOf(fields),
  };
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd');

/** Whether a term occurs in what a legacy backend sends of a report: its description and the reporter's name. */
function contains({ description, reporter }: Report, term: unknown): boolean {
  const texts = [description ?? '', reporter instanceof Object ? reporter.username : ''];
  return texts.some((text) => folded(text).includes(folded(textOf(term)?.trim() ?? '')));
}

/** Whether a report was filed from one day of Vietnam to another. */
function isWithin({ createdAt }: Report, from: unknown, to: unknown): boolean {
  const day = new Date(Date.parse(createdAt) + VIETNAM_OFFSET_MS);
  const text = Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10);
  return (!from || text >= String(from)) && (!to || text <= String(to));
}

/** Whether a report matches the filters that a legacy backend ignores, except the status. */
const passes = (report: Report, { itemType, reason, accountId, reporterId, itemId, q, from, to }: Fields): boolean =>
  contains(report, q) &&
  isWithin(report, from, to) &&
  (!itemType || itemType === report.itemType) &&
  (!reason || reason === report.reason) &&
  (!accountId || accountId === report.accountId) &&
  (!reporterId || reporterId === idOf(report.reporter)) &&
  (!itemId || itemId === idOf(report.reportedItem));

/** Filters and counts a whole list: a legacy backend always sends all reports. */
export function toReportList(raw: unknown, body: unknown): unknown {
  const list = listIn(raw, 'reports');
  if (!list) return raw;
  const reports = rowsOf(list, toReport);
  const { pagination, counts } = fieldsOf(raw);
  const paged = cursorPaginationOf(pagination);
  if (paged) return { success: true, data: reports, pagination: paged, counts };
  const filters = fieldsOf(body);
  const found = reports.filter((report) => passes(report, filters));
  const countOf = (status: string) => found.filter((report) => report.status === status).length;
  const chosen = found.filter(({ status }) => !filters['status'] || filters['status'] === status);
  return {
    success: true,
    data: filters['sort'] === 'oldest' ? chosen.toReversed() : chosen,
    pagination: null,
    counts: Object.fromEntries(STATUSES.map((status) => [status, countOf(status)])),
  };
}

/** A report; a legacy backend stores neither evidence nor history, and may look up no related objects. */
export function toReportDetail(raw: unknown): ReportDetail | undefined {
  const report = toReport(raw);
  if (!report) return undefined;
  return { ...report, snapshot: null, itemDeleted: null, account: null, history: null, historyCount: 0, case: null };
}

/** The response to a new status: without the report, only the new status is known. */
export const toDecidedReport = (raw: unknown, id: string, body: unknown): unknown => ({
  success: true,
  data: toReport(fieldsOf(raw)['data']) ?? toReport({ _id: id, status: fieldsOf(body)['status'] }),
});
