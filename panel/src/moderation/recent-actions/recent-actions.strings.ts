import type { BulkActionKind } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { PolicyAction } from '@hai-dang/contract/moderation/policies.schema.ts';
import type { RecentActionsOf, UndoState } from '@hai-dang/contract/moderation/recent-actions.schema.ts';

/** Texts of what administrators have done lately. */
export const recentActionsStrings = {
  title: 'Việc vừa làm',
  whose: 'Việc của ai',
  of: { me: 'Của tôi', colleagues: 'Đồng nghiệp' } satisfies Record<RecentActionsOf, string>,
  loading: 'Đang tải việc vừa làm...',
  failed: 'Không thể tải việc vừa làm',
  none: {
    me: 'Bạn chưa xử lý việc nào trong 24 giờ qua',
    colleagues: 'Đồng nghiệp chưa xử lý việc nào trong 24 giờ qua',
  } satisfies Record<RecentActionsOf, string>,
  more: 'Xem việc cũ hơn',
  end: 'Đã hiển thị mọi việc trong 24 giờ qua',
  undo: 'Hoàn tác',
  undoWhat: (line: string) => `Hoàn tác: ${line}`,
  undoAsking: 'Hoàn tác…',
  undoing: 'Đang hoàn tác...',
  undoFailed: 'Không thể hoàn tác',
  undone: (what: string) => `Đã hoàn tác: ${what}`,
  states: {
    possible: '',
    undone: 'Đã hoàn tác',
    changed: 'Đã có thay đổi khác sau đó',
    expired: 'Quá hạn hoàn tác',
    none: '',
  } satisfies Record<UndoState, string>,
  status: (from: string, to: string) => `${from} → ${to}`,
  statusOfAll: (to: string) => `Mọi báo cáo → ${to}`,
  assignedTo: (name: string) => `Giao xử lý cho ${name}`,
  acts: {
    takedown: 'gỡ',
    warn: 'cảnh cáo',
    suspend: 'tạm khóa',
    disable: 'vô hiệu hóa',
  } satisfies Record<PolicyAction, string>,
  violation: 'Ghi nhận vi phạm',
  noViolation: 'Không vi phạm',
  bulkActs: {
    suspend: 'Tạm khóa',
    disable: 'Vô hiệu hóa',
    tag: 'Gắn nhãn',
    takedown: 'Gỡ',
    no_violation: 'Không vi phạm:',
    close_reports: 'Đóng báo cáo về',
    clean_up: 'Xử lý đợt spam:',
  } satisfies Record<BulkActionKind, string>,
  bulk: (act: string, count: string) => `${act} ${count} mục`,
  closedToday: (count: string) => `Hôm nay bạn đã xử lý ${count} báo cáo`,
} as const;
