import type { ReportItemType, ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ListedReport, ReportCase, ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import { type CsvColumns, csvTime } from '../../lib/csv.ts';

const TYPES = {
  User: 'Người dùng',
  Post: 'Bài viết',
  TravelPost: 'Bài viết du lịch',
  Comment: 'Bình luận',
} satisfies Record<ReportItemType, string>;
const REASONS = {
  spam: 'Spam',
  harassment: 'Quấy rối',
  inappropriate_content: 'Nội dung không phù hợp',
  violence: 'Bạo lực',
  hate_speech: 'Phát ngôn thù địch',
  false_information: 'Thông tin sai lệch',
  other: 'Khác',
} satisfies Record<ReportReason, string>;
const STATUSES = {
  pending: 'Chờ xử lý',
  reviewing: 'Đang xem xét',
  resolved: 'Đã xử lý',
  rejected: 'Từ chối',
} satisfies Record<ReportStatus, string>;

/** A value without a label is written as it is. */
const labelIn = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

/** The reason, and the rule that the report names beside it. */
const reasonOf = ({ reason, policy }: Pick<ListedReport, 'reason' | 'policy'>): string =>
  [labelIn(REASONS, reason), ...(policy ? [policy.title] : [])].join(' · ');

const reporterOf = ({ reporter }: Pick<ListedReport, 'reporter'>) =>
  typeof reporter === 'string' ? { _id: reporter, username: null, email: null } : reporter;
const itemIdOf = ({ reportedItem }: Pick<ListedReport, 'reportedItem'>): string =>
  typeof reportedItem === 'string' ? reportedItem : reportedItem._id;

/** The report list as a file. */
export const REPORT_COLUMNS: CsvColumns<ListedReport> = [
  ['Người báo cáo', (report) => reporterOf(report).username],
  ['Email người báo cáo', (report) => reporterOf(report).email],
  ['Mã người báo cáo', (report) => reporterOf(report)._id],
  ['Loại', ({ itemType }) => labelIn(TYPES, itemType)],
  ['Đối tượng', ({ subject }) => subject?.title ?? null],
  ['Mã đối tượng', itemIdOf],
  ['Tài khoản', ({ subject }) => subject?.owner.name ?? null],
  ['Mã tài khoản', ({ accountId }) => accountId],
  ['Lý do', reasonOf],
  ['Mô tả', ({ description }) => description],
  ['Trạng thái', ({ status }) => labelIn(STATUSES, status)],
  ['Hạn xử lý (giờ Việt Nam)', ({ dueAt }) => csvTime(dueAt)],
  ['Người phụ trách', ({ assignee }) => assignee?.username ?? null],
  ['Gửi lúc (giờ Việt Nam)', ({ createdAt }) => csvTime(createdAt)],
  ['Mã báo cáo', ({ _id }) => _id],
];

/** The grouped list as a file. */
export const REPORT_CASE_COLUMNS: CsvColumns<ReportCase> = [
  ['Đối tượng', ({ title }) => title],
  ['Loại', ({ itemType }) => labelIn(TYPES, itemType)],
  ['Mã đối tượng', ({ itemId }) => itemId],
  ['Tài khoản', ({ author }) => author?.username ?? null],
  ['Mã tài khoản', ({ author }) => author?._id ?? null],
  ['Số báo cáo', ({ reports }) => String(reports)],
  ['Số người báo cáo', ({ reporters }) => String(reporters)],
  ['Báo cáo đang mở', ({ open }) => String(open)],
  ['Khiếu nại đang chờ', ({ openAppeals }) => openAppeals?.toString() ?? null],
  ['Ẩn tạm từ (giờ Việt Nam)', ({ hiddenAt }) => csvTime(hiddenAt)],
  ['Hạn xử lý (giờ Việt Nam)', ({ dueAt }) => csvTime(dueAt)],
  ['Người phụ trách', ({ assignee }) => assignee?.username ?? null],
  ['Lý do của báo cáo mới nhất', ({ newest }) => reasonOf(newest)],
  ['Trạng thái của báo cáo mới nhất', ({ newest }) => labelIn(STATUSES, newest.status)],
  ['Báo cáo mới nhất gửi lúc (giờ Việt Nam)', ({ newest }) => csvTime(newest.createdAt)],
  ['Mã báo cáo mới nhất', ({ newest }) => newest._id],
];
