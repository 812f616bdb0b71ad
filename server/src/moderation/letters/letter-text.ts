import { MESSAGE_MAX_CHARS, TIME_ZONE } from '@hai-dang/contract/constants.ts';
import { cleanText } from '@hai-dang/contract/lib/clean-text.ts';
import { fillVariables, LETTER_VARIABLES, type LetterVariable } from '@hai-dang/contract/moderation/letters.schema.ts';
import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { quotableTitle } from './letter-title.ts';

/** A longer name is cut: it is one word of a letter. */
const NAME_MAX_CHARS = 60;
const VARIABLE = new RegExp(`\\{(${LETTER_VARIABLES.join('|')})\\}`, 'gu');

/** The subject that was decided on, as a letter names it. */
export interface LetterSubject {
  readonly itemType: ReportItemType;
  /** The name of an account, the title or beginning of content; null for what is gone. */
  readonly title: string | null;
  readonly isTakenDown: boolean;
}

/** The points that a violation adds to a record, and when they expire. */
export interface LetterPoints {
  readonly count: number;
  readonly expireAt: Date;
}

/** The values of the variables of a letter; null where there is nothing to say. */
export interface LetterValues {
  readonly subject: LetterSubject;
  /** Whether it is the owner who reads it. */
  readonly isForOwner: boolean;
  readonly policyTitle: string | null;
  readonly points: LetterPoints | null;
  readonly until: Date | null;
  readonly appealUntil: Date | null;
}

const CONTENT: Record<ReportItemType, string> = {
  User: 'tài khoản',
  Post: 'bài viết',
  TravelPost: 'bài viết du lịch',
  Comment: 'bình luận',
};

const timeFormat = new Intl.DateTimeFormat('vi-VN', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hourCycle: 'h23',
});

/** `14:05 ngày 23/11/2026` in Vietnam. */
function formatTime(at: Date): string {
  const parts = Object.fromEntries(timeFormat.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts['hour']}:${parts['minute']} ngày ${parts['day']}/${parts['month']}/${parts['year']}`;
}

const describePoints = ({ count, expireAt }: LetterPoints): string =>
  `${count} điểm (hết hạn lúc ${formatTime(expireAt)})`;

/** One line without characters that deceive, in which nothing is a variable. */
const cleanValue = (value: string): string => cleanText(value).replace(/\s+/gu, ' ').replace(VARIABLE, '($1)');

function describeSubject({ itemType, title, isTakenDown }: LetterSubject, isForOwner: boolean): string {
  if (itemType === 'User' && isForOwner) return 'tài khoản của bạn';
  const name = title === null ? '' : cleanValue(quotableTitle(title));
  const what = name === '' ? CONTENT[itemType] : `${CONTENT[itemType]} “${name}”`;
  return isTakenDown ? `${what} (đã bị gỡ)` : what;
}

/** Says what else was taken down of the same owner: the first by their titles, and how many. @param points of all together */
export function describeOthers(named: readonly LetterSubject[], total: number, points: LetterPoints | null): string {
  const shown = named.map((subject) => describeSubject(subject, true)).join(', ');
  const rest = total > named.length ? ` và ${total - named.length} nội dung khác` : '';
  const counted = points ? ` Tất cả được tính một lần: ${describePoints(points)}.` : '';
  return `Cùng lúc, ${total} nội dung khác của bạn cũng bị gỡ: ${shown}${rest}.${counted} Khiếu nại thư này là khiếu nại về tất cả.`;
}

/** The value of each variable but the name, which differs between recipients. */
export function toVariables(values: LetterValues): Record<Exclude<LetterVariable, 'tên'>, string> {
  const { subject, isForOwner, policyTitle, points, until, appealUntil } = values;
  return {
    'quy tắc': policyTitle === null ? 'quy tắc cộng đồng' : cleanValue(policyTitle),
    'nội dung': describeSubject(subject, isForOwner),
    điểm: points === null ? '0 điểm' : describePoints(points),
    đến: until === null ? 'khi có thông báo khác' : formatTime(until),
    'hạn khiếu nại': appealUntil === null ? 'khi hết hạn' : formatTime(appealUntil),
  };
}

/** Fills all variables but the name. */
export const fillLetter = (text: string, values: LetterValues): string => cut(fillVariables(text, toVariables(values)));

/** The name as it stands in a letter. */
export const toLetterName = (username: string): string =>
  [...cleanText(username).replace(/\s+/gu, ' ')].slice(0, NAME_MAX_CHARS).join('').trim() || 'bạn';

/** The text as one recipient gets it. */
export function addressLetter(text: string, username: string): string {
  const name = toLetterName(username);
  return cut(text.replaceAll('{tên}', () => name));
}

/** No longer than a message, and never within a character. */
function cut(text: string): string {
  if (text.length <= MESSAGE_MAX_CHARS) return text;
  return `${text.slice(0, MESSAGE_MAX_CHARS - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
