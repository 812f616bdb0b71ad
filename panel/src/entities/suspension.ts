import { formatMoment } from '../lib/format.ts';

const strings = {
  disabled: 'Đã vô hiệu hóa',
  suspended: (until: string) => `Tạm khóa đến ${until}`,
} as const;

/** The text about a disabled account: until when it is suspended, or that it is disabled without an end. */
export const disabledText = (disabledUntil: string | null | undefined): string =>
  disabledUntil ? strings.suspended(formatMoment(disabledUntil)) : strings.disabled;
