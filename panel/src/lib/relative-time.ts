import { DAY_MS, MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { sharedStrings } from './strings.ts';

/**
 * Longest first. Hand-written like all formats: Intl's formatters are slow to create, and Vietnamese has one plural
 * form.
 */
const UNITS = [
  ['năm', 365 * DAY_MS],
  ['tháng', 30 * DAY_MS],
  ['tuần', 7 * DAY_MS],
  ['ngày', DAY_MS],
  ['giờ', 60 * MINUTE_MS],
  ['phút', MINUTE_MS],
] as const;

/** '5 phút trước' (specification, section 9); 'vừa xong' below a minute and for a time in the future. */
export function formatRelativeTime(value: string | number, now = Date.now()): string {
  const elapsed = now - new Date(value).getTime();
  if (Number.isNaN(elapsed)) return sharedStrings.unknownTime;
  const unit = UNITS.find(([, length]) => elapsed >= length);
  return unit ? `${Math.floor(elapsed / unit[1])} ${unit[0]} trước` : sharedStrings.justNow;
}
