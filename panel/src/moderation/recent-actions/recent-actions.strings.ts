import type { UndoState } from '@hai-dang/contract/moderation/recent-actions.schema.ts';

/** Texts of an administrator's own recent actions. */
export const recentActionsStrings = {
  title: 'Việc vừa làm',
  intro: 'Những gì bạn đã xử lý trong 24 giờ qua, mới nhất trước.',
  loading: 'Đang tải việc vừa làm...',
  failed: 'Không thể tải việc vừa làm',
  none: 'Bạn chưa xử lý việc nào trong 24 giờ qua',
  more: 'Xem việc cũ hơn',
  end: 'Đã hiển thị mọi việc trong 24 giờ qua',
  undo: 'Hoàn tác',
  undoWhat: (what: string, name: string) => `Hoàn tác: ${what}, ${name}`,
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
  unknown: 'Không còn thông tin',
  closedToday: (count: string) => `Hôm nay bạn đã xử lý ${count} báo cáo`,
} as const;
