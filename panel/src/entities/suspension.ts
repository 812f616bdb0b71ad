import { formatDateShort, formatTime } from '../lib/format.ts';

const strings = {
  disabled: 'Đã vô hiệu hóa',
  suspended: (until: string) => `Tạm khóa đến ${until}`,
} as const;

/** The end of a suspension: '10:15 30/11/2026'. */
export const formatUntil = (until: string | Date): string => `${formatTime(until)} ${formatDateShort(until)}`;

/** The text about a disabled account: until when it is suspended, or that it is disabled without an end. */
export const disabledText = (disabledUntil: string | null | undefined): string =>
  disabledUntil ? strings.suspended(formatUntil(disabledUntil)) : strings.disabled;
