import type { AlertEvent } from '@hai-dang/contract/alerts/alerts.schema.ts';
import { pathOf } from '../alert-path.ts';
import type { AlertRow } from '../alerts.store.ts';

/** More are only counted. */
const LISTED_MAX = 20;

const TEXTS = {
  'report.overdue': { one: 'Báo cáo quá hạn xử lý', many: 'báo cáo quá hạn xử lý' },
  'report.child_safety': { one: 'Báo cáo về an toàn trẻ em', many: 'báo cáo về an toàn trẻ em' },
  'appeal.created': { one: 'Khiếu nại mới', many: 'khiếu nại mới' },
  'appeal.overdue': { one: 'Khiếu nại quá hạn xử lý', many: 'khiếu nại quá hạn xử lý' },
} as const satisfies Record<AlertEvent, Record<'one' | 'many', string>>;
const MIXED = 'khiếu nại cần xử lý';

const PRODUCT = 'Hải Đăng';
const FOOTER = 'Chọn loại email và giờ yên lặng trong mục Tài khoản:';

const eventOf = ({ event }: AlertRow): AlertEvent => event as AlertEvent;
const describe = ({ reason, title }: AlertRow): string => (reason ? `${reason} – ${title}` : title);

/** The subject and the text of one e-mail about alerts of one kind, oldest first. */
export function toEmail(alerts: readonly AlertRow[], publicUrl: string): { subject: string; text: string } {
  const [first] = alerts;
  if (!first) throw new Error('an e-mail has at least one alert');
  const events = new Set(alerts.map(eventOf));
  const many = events.size === 1 ? TEXTS[eventOf(first)].many : MIXED;
  const headline = alerts.length === 1 ? TEXTS[eventOf(first)].one : `${alerts.length} ${many}`;
  const listed = alerts.slice(0, LISTED_MAX);
  const lines = listed.map((alert) => {
    const what = events.size === 1 ? describe(alert) : `${TEXTS[eventOf(alert)].one}: ${describe(alert)}`;
    return `• ${what}\n  ${publicUrl}${pathOf(alert)}`;
  });
  const rest = alerts.length - listed.length;
  return {
    subject: `[${PRODUCT}] ${headline}${alerts.length === 1 ? `: ${describe(first)}` : ''}`,
    text: [
      `${headline}:`,
      ...lines,
      ...(rest > 0 ? [`… và ${rest} mục khác`] : []),
      `${FOOTER}\n${publicUrl}/admin/account`,
      '',
    ].join('\n\n'),
  };
}
