import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { labelIn } from '../../lib/format.ts';

/** Texts of both screens of the reports; those of the specification verbatim. */
export const reportsStrings = {
  itemNouns: {
    User: 'tài khoản',
    Post: 'bài viết',
    TravelPost: 'bài viết du lịch',
    Comment: 'bình luận',
  } satisfies Record<ReportItemType, string>,
  noReporter: 'Không có thông tin',
  previous: 'Báo cáo trước',
  next: 'Báo cáo sau',
  reportName: (reporter: string, subject: string, reason: string) =>
    `Báo cáo của ${reporter} về ${subject} – ${reason}`,

  statusSaved: 'Đã cập nhật trạng thái báo cáo',
  statusFailed: 'Không thể cập nhật trạng thái báo cáo',
  statusUndone: (status: string) => `Đã hoàn tác: ${status}`,
  notUndone: (status: string) => `Không thể hoàn tác, báo cáo đã được thay đổi sau đó: ${status}`,
  changedMeanwhile: (status: string) => `Báo cáo vừa được quản trị viên khác thay đổi: ${status}`,
  applyAgain: 'Vẫn thực hiện',
  removed: 'Đã xóa báo cáo',
  removeFailed: 'Không thể xóa báo cáo',
  removeQuestion: 'Bạn có chắc muốn xóa báo cáo này?',
  remove: 'Xóa',
} as const;

/** The subject within a sentence: 'một tài khoản', 'tài khoản Nguyễn Kim Liên', 'bài viết “Tour Huế”'. */
export function itemNoun(itemType: string, name: string): string {
  const noun = labelIn(reportsStrings.itemNouns, itemType);
  if (name === '') return `một ${noun}`;
  return itemType === 'User' ? `${noun} ${name}` : `${noun} “${name}”`;
}
