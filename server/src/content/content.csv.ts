import type { ContentState, ContentType, ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { type CsvColumns, csvTime } from '../lib/csv.ts';

const TYPES = {
  Post: 'Bài viết',
  TravelPost: 'Bài viết du lịch',
  Comment: 'Bình luận',
} satisfies Record<ContentType, string>;
const STATES = {
  visible: 'Đang hiển thị',
  hidden: 'Đã ẩn tạm',
  taken_down: 'Đã gỡ',
} satisfies Record<ContentState, string>;

/** The content list as a file. */
export const CONTENT_COLUMNS: CsvColumns<ListedContent> = [
  ['Loại', ({ itemType }) => TYPES[itemType]],
  ['Tiêu đề', ({ title }) => title],
  ['Trích đoạn', ({ excerpt }) => excerpt],
  ['Số ảnh', ({ imagesCount }) => String(imagesCount)],
  ['Số bình luận', ({ commentsCount }) => commentsCount?.toString() ?? null],
  ['Tác giả', ({ author }) => author.username ?? null],
  ['Mã tác giả', ({ author }) => author._id],
  ['Trạng thái', ({ state }) => STATES[state]],
  ['Báo cáo đang mở', ({ openReports }) => String(openReports)],
  ['Đăng lúc (giờ Việt Nam)', ({ createdAt }) => csvTime(createdAt)],
  ['Mã bài viết chứa bình luận', ({ parent }) => parent?.itemId ?? null],
  ['Mã nội dung', ({ _id }) => _id],
];
