/** The numbers of the specification, section 9, and of the wire contract's limits; each name carries its unit. */

export const DASHBOARD_REFETCH_INTERVAL_MS = 300_000;
export const SEARCH_DEBOUNCE_MS = 500;
export const NEW_WINDOW_DAYS = 7;
export const TREND_WINDOWS_DAYS = [7, 30, 90] as const;

export const USER_POSTS_PAGE_SIZE = 5;
export const USER_TRAVEL_POSTS_PAGE_SIZE = 10;
export const TRAVEL_POST_IMAGES_SHOWN = 4;

/** Rows of the user list the panel asks for at a time. */
export const USER_PAGE_SIZE = 50;
/** What a client that names no limit gets: a legacy panel shows the whole response as one list. */
export const USER_LIST_DEFAULT_LIMIT = 1_000;
export const USER_LIST_MAX_LIMIT = 1_000;
export const PAGE_MAX_LIMIT = 100;
/** Audit entries of a page, unless a limit is given. */
export const AUDIT_PAGE_SIZE = 50;

export const SEARCH_TERM_MAX_CHARS = 200;

/** Items of a post's `likes` and `comments` lists within another list or a report; the counts beside them are always whole. */
export const POST_LIKES_LISTED = 100;
export const POST_COMMENTS_LISTED = 20;
/** The same of a post that is asked for alone: a legacy panel knows no counts and takes the lengths of these lists. */
export const POST_DETAIL_LISTED = 1_000;

/** Rows of the report list the panel asks for at a time, and what a client that names no limit gets. */
export const REPORT_PAGE_SIZE = 50;
export const REPORT_LIST_DEFAULT_LIMIT = 1_000;
export const REPORT_LIST_MAX_LIMIT = 1_000;
export const REPORT_DESCRIPTION_MIN_CHARS = 10;
export const REPORT_DESCRIPTION_MAX_CHARS = 500;
export const REPORT_NOTE_MAX_CHARS = 1_000;
/** Lines of a report's history on the wire; the count beside them is whole. */
export const REPORT_HISTORY_LISTED = 100;
/** What one app user may file in an hour: each report reaches every administrator. */
export const REPORTS_PER_USER_PER_HOUR = 30;

export const NOTIFICATION_LIST_DEFAULT_LIMIT = 30;
/** Unread notifications are counted up to here. */
export const UNREAD_COUNT_CAP = 1_000;
export const UNREAD_BADGE_CAP = 99;
/** Of a bulk change at most this many items have an event each; a client that receives this many refetches the list. */
export const NOTIFICATIONS_TOLD_AT_ONCE = 100;
export const NOTIFICATION_TOAST_MS = 5_000;
export const NOTIFICATION_PAGE_TOAST_MS = 3_000;

export const MESSAGE_MAX_CHARS = 4_000;
export const CHAT_HISTORY_PAGE_SIZE = 200;
export const CHAT_HISTORY_MAX_LIMIT = 500;
export const MESSAGE_SEARCH_PAGE_SIZE = 20;
export const MESSAGE_SEARCH_MAX_LIMIT = 50;
/** Rows of the chat's list the panel asks for at a time. */
export const CHAT_USER_PAGE_SIZE = 50;
/** What a client that names no limit gets: a legacy panel shows the whole response as one list. */
export const CHAT_USERS_DEFAULT_LIMIT = 1_000;
export const CHAT_USERS_REFETCH_INTERVAL_MS = 30_000;
/** Of those who are online, so many are listed at most. */
export const ONLINE_USERS_LISTED = 500;
/** So long after the last keystroke one has stopped typing. */
export const TYPING_STOPPED_AFTER_MS = 1_000;
/** While somebody types, the event is repeated after this time. */
export const TYPING_REPEATED_AFTER_MS = 2_000;
/** Without another event an administrator counts as not typing any more. */
export const ADMIN_TYPING_FORGOTTEN_AFTER_MS = 5_000;
export const MESSAGE_TIMEOUT_MS = 30_000;
export const IMAGE_TIMEOUT_MS = 60_000;
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Width times height, of an animation times its frames. */
export const IMAGE_MAX_PIXELS = 40_000_000;
/** Of the longer side of what is shown in a conversation. */
export const IMAGE_PREVIEW_MAX_PIXELS = 320;
/** Images that one call may bring. */
export const IMAGES_AT_ONCE = 10;
/** An image in a socket's packet; every other event has far less. */
export const ADMIN_IMAGE_PAYLOAD_MAX_BYTES = 12 * 1024 * 1024;
/** So long after the last socket has gone a user is gone: a change of network is no leaving. */
export const PRESENCE_GRACE_MS = 5_000;

/** Canned replies kept for all administrators together. */
export const CANNED_REPLIES_MAX = 200;
export const CANNED_REPLY_SHORTCUT_MAX_CHARS = 32;

/** How long the panel offers to undo a deletion without a dialog. */
export const UNDO_WINDOW_MS = 8_000;

export const JSON_BODY_MAX_BYTES = 256 * 1024;
export const LOGIN_MAX_FAILURES = 5;
/** Sign-ins of one account that succeed: more are a program that does nothing else. */
export const LOGIN_MAX_SUCCESSES = 60;
/** In which failures and successes are counted. */
export const LOGIN_WINDOW_MS = 15 * 60_000;
/** Of one account; one more ends the oldest. */
export const SESSIONS_PER_ACCOUNT = 50;
export const PASSWORD_MAX_CHARS = 1_024;
/** Of a new one; those that are shorter and older go on. */
export const NEW_PASSWORD_MIN_CHARS = 12;
/** So long after signing in, or giving the password once more, a session may do what asks for it. */
export const PASSWORD_CONFIRMATION_MS = 10 * 60_000;
/** Of a two-factor code of any kind, with the blanks and hyphens that people type. */
export const SECOND_FACTOR_CODE_MAX_CHARS = 64;
/** Of an authenticator app's code. */
export const TOTP_DIGITS = 6;
export const RECOVERY_CODES_COUNT = 10;
/** From the right password to the code. */
export const SECOND_FACTOR_CHALLENGE_MS = 5 * 60_000;
export const SECOND_FACTOR_CHALLENGE_TRIES = 5;
/** Of one's own sessions, so many are listed at most. */
export const OWN_SESSIONS_LISTED = 100;
export const EMAIL_MAX_CHARS = 254;

export const SOCKET_RECONNECTION_ATTEMPTS = 5;
export const SOCKET_RECONNECTION_DELAY_MS = 1_000;

export const TIME_ZONE = 'Asia/Ho_Chi_Minh';
export const PROTECTED_USERNAME = 'admin';
