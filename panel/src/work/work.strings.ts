import { WORK_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';

export const workStrings = {
  title: 'Việc đang chờ',
  loading: 'Đang tải việc đang chờ...',
  loadFailed: 'Không thể tải việc đang chờ',
  reports: 'Báo cáo chờ xử lý',
  reviewing: (count: string) => `${count} đang xem xét`,
  overdueReports: 'Báo cáo quá hạn',
  mine: 'Tôi đang xử lý',
  appeals: 'Khiếu nại',
  overdue: (count: string) => `${count} quá hạn`,
  conversations: 'Hội thoại chờ trả lời',
  nothing: 'Không có việc nào',
  longest: 'Lâu nhất:',
  more: `${WORK_COUNTED_UP_TO - 1}+`,
  /** The text beside an entry of the navigation, for screen readers. */
  waiting: (count: string) => `${count} đang chờ`,
} as const;
