import * as z from 'zod/mini';
import { ALERT_KINDS } from '../alerts/alerts.schema.ts';
import { succeededSchema } from '../lib/envelope.ts';
import { START_SCREENS } from './start-screens.ts';

/** How images in reports are shown until one asks for them. */
export const REPORT_IMAGES = ['show', 'blur', 'grey'] as const;
export type ReportImages = (typeof REPORT_IMAGES)[number];

/** How close the rows of lists are. */
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** The kinds of events that may make a sound. */
export const SOUND_KINDS = ['notification', 'message'] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

/** How messages of users are announced on other screens than the chat, beside the sound and the desktop. */
export const MESSAGE_NOTICES = ['title', 'toast'] as const;
export type MessageNotice = (typeof MESSAGE_NOTICES)[number];

/** The kinds of events that a notice on the desktop may be about. */
export const DESKTOP_KINDS = ['report', 'child_safety', 'overdue', 'assigned', 'appeal', 'message'] as const;
export type DesktopKind = (typeof DESKTOP_KINDS)[number];

/** A list of some of the choices. */
const someOf = <const Values extends readonly string[]>(values: Values) =>
  z.array(z.enum(values)).check(z.maxLength(values.length));

const timeOfDaySchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Giờ không hợp lệ'));

/** The times of the day in Vietnam at which quiet hours begin and end, perhaps after midnight. */
const quietHoursSchema = z.object({ from: timeOfDaySchema, until: timeOfDaySchema });
export type QuietHours = z.infer<typeof quietHoursSchema>;

const REPORT_LIST_MAX_CHARS = 200;
const HINTS_MAX = 50;
const HINT_MAX_CHARS = 40;

/** The choices that an administrator has made for the panel, alike on every device. */
export const preferencesSchema = z.object({
  reportImages: z.enum(REPORT_IMAGES),
  /** The query string that the list of reports begins with: status, type, reason, order and grouping. */
  reportList: z.string().check(z.maxLength(REPORT_LIST_MAX_CHARS)),
  /** Whether the next report opens once one is decided. */
  opensNextReport: z.boolean(),
  /** The kinds of alerts that are sent to the administrator by e-mail. */
  emailKinds: someOf(ALERT_KINDS),
  /** When neither e-mails nor notices of the browser are wanted; null: always. */
  quietHours: z.nullable(quietHoursSchema),
  /** Whether alerts of child safety disregard them. */
  isChildSafetyLoud: z.boolean(),
  density: z.enum(DENSITIES),
  startScreen: z.enum(START_SCREENS),
  /** Whether single keys are shortcuts (WCAG 2.1.4). */
  hasShortcuts: z.boolean(),
  sounds: someOf(SOUND_KINDS),
  messageNotices: someOf(MESSAGE_NOTICES),
  /** The kinds of desktop notices, for a browser that may show them. */
  desktopKinds: someOf(DESKTOP_KINDS),
  /** The screens whose hint for the first use was dismissed. */
  dismissedHints: z.array(z.string().check(z.maxLength(HINT_MAX_CHARS))).check(z.maxLength(HINTS_MAX)),
});
export type Preferences = z.infer<typeof preferencesSchema>;

/** The choices of an administrator until they are changed. */
export const DEFAULT_PREFERENCES: Preferences = {
  reportImages: 'show',
  reportList: '',
  opensNextReport: true,
  emailKinds: [],
  quietHours: null,
  isChildSafetyLoud: true,
  density: 'comfortable',
  startScreen: 'dashboard',
  hasShortcuts: true,
  sounds: [],
  messageNotices: [...MESSAGE_NOTICES],
  desktopKinds: [...DESKTOP_KINDS],
  dismissedHints: [],
};

/** A field that is left out stays as it is. */
export const updatePreferencesBodySchema = z.partial(preferencesSchema);
export type UpdatePreferencesBody = z.infer<typeof updatePreferencesBodySchema>;

export const preferencesResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  preferences: preferencesSchema,
  /** Whether the server can send e-mail. */
  isEmailAvailable: z.optional(z.boolean()),
});
