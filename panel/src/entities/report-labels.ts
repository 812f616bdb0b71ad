import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { Report, ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import { labelIn } from '../lib/format.ts';

const ITEM_TYPES = {
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

/** The type of the reported subject; an unknown type is shown as it is (specification, section 3). */
export const itemTypeLabel = (itemType: string): string => labelIn(ITEM_TYPES, itemType);

/** A reason of a report; an unknown one is shown as it is (specification, section 3). */
export const reasonLabel = (reason: string): string => labelIn(REASONS, reason);

/** The reason of a report, and the rule that it names beside it. */
export const reasonOf = ({ reason, policy }: Pick<Report, 'reason' | 'policy'>): string =>
  reasonLabel(reason) + (policy ? ` · ${policy.title}` : '');
