import {
  DEFAULT_PREFERENCES,
  DENSITIES,
  DESKTOP_KINDS,
  MESSAGE_NOTICES,
  type Preferences,
  type QuietHours,
  REPORT_IMAGES,
  SOUND_KINDS,
  type UpdatePreferencesBody,
} from '@hai-dang/contract/account/preferences.schema.ts';
import { START_SCREENS } from '@hai-dang/contract/account/start-screens.ts';
import { ALERT_KINDS } from '@hai-dang/contract/alerts/alerts.schema.ts';
import type { PreferenceColumns, PreferencesRow } from './preferences.store.ts';

const HOUR_MINUTES = 60;

/** 'HH:mm' as minutes after midnight, as the database has them. */
function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR_MINUTES + minutes;
}
const toTime = (minute: number): string =>
  [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES].map((part) => String(part).padStart(2, '0')).join(':');

const toQuietHours = ({ quiet_from_minute: from, quiet_until_minute: until }: PreferencesRow): QuietHours | null =>
  from === null || until === null ? null : { from: toTime(from), until: toTime(until) };

/** The one of `values` that is stored, or undefined for one that this version does not know. */
const oneOf = <Value extends string>(values: readonly Value[], stored: string): Value | undefined =>
  values.find((value) => value === stored);
/** Returns those of `values` that are stored. */
const someOf = <Value extends string>(values: readonly Value[], stored: readonly string[]): Value[] =>
  values.filter((value) => stored.includes(value));

/** The choices of an administrator; what this version does not know counts as not chosen. */
export const toPreferences = (row: PreferencesRow): Preferences => ({
  reportImages: oneOf(REPORT_IMAGES, row.report_images) ?? DEFAULT_PREFERENCES.reportImages,
  reportList: row.report_list,
  opensNextReport: row.opens_next_report,
  emailKinds: someOf(ALERT_KINDS, row.email_kinds),
  quietHours: toQuietHours(row),
  isChildSafetyLoud: row.is_child_safety_loud,
  density: oneOf(DENSITIES, row.density) ?? DEFAULT_PREFERENCES.density,
  startScreen: oneOf(START_SCREENS, row.start_screen) ?? DEFAULT_PREFERENCES.startScreen,
  hasShortcuts: row.has_shortcuts,
  sounds: someOf(SOUND_KINDS, row.sounds),
  messageNotices: someOf(MESSAGE_NOTICES, row.message_notices),
  desktopKinds: someOf(DESKTOP_KINDS, row.desktop_kinds),
  dismissedHints: row.dismissed_hints,
});

/** The columns of what is given, as the database has them. */
export function toColumns({ quietHours, ...given }: UpdatePreferencesBody): PreferenceColumns {
  const columns: PreferenceColumns = {
    report_images: given.reportImages,
    report_list: given.reportList,
    opens_next_report: given.opensNextReport,
    email_kinds: given.emailKinds,
    quiet_from_minute: quietHours && toMinute(quietHours.from),
    quiet_until_minute: quietHours && toMinute(quietHours.until),
    is_child_safety_loud: given.isChildSafetyLoud,
    density: given.density,
    start_screen: given.startScreen,
    has_shortcuts: given.hasShortcuts,
    sounds: given.sounds,
    message_notices: given.messageNotices,
    desktop_kinds: given.desktopKinds,
    dismissed_hints: given.dismissedHints,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
