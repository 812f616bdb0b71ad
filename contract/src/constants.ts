/** The numbers of the specification, section 9, and of the wire contract's limits; each name carries its unit. */

export const DASHBOARD_REFETCH_INTERVAL_MS = 300_000;
export const SEARCH_DEBOUNCE_MS = 500;
export const NEW_WINDOW_DAYS = 7;
export const TREND_WINDOWS_DAYS = [7, 30, 90] as const;

export const USER_POSTS_PAGE_SIZE = 5;
export const USER_TRAVEL_POSTS_PAGE_SIZE = 10;
export const TRAVEL_POST_IMAGES_SHOWN = 4;

/** Page size of the panel's user list. */
export const USER_PAGE_SIZE = 50;
/** The limit for a client that names none: a legacy panel shows the whole response as one list. */
export const USER_LIST_DEFAULT_LIMIT = 1_000;
export const USER_LIST_MAX_LIMIT = 1_000;
export const PAGE_MAX_LIMIT = 100;
/** Audit entries of a page, unless a limit is given. */
export const AUDIT_PAGE_SIZE = 50;

/** Rows of a list in one CSV file; of more, its last line says that the list goes on. */
export const EXPORT_MAX_ROWS = 100_000;
/** Exports in progress of one administrator, on each server. */
export const EXPORTS_AT_ONCE = 2;
/** Calls in progress to lists and searches, of one caller, on each server; the others of that caller wait. */
export const LISTS_AT_ONCE = 3;
/** Calls to lists that may wait: with those in progress as many as a caller may send in a second. */
export const LISTS_MAX_QUEUE = 97;

export const SEARCH_TERM_MAX_CHARS = 200;
/** Results of each kind that the quick search finds. */
export const QUICK_SEARCH_DEFAULT_LIMIT = 5;
export const QUICK_SEARCH_MAX_LIMIT = 10;

/** Items of a post's `likes` and `comments` lists within another list or a report; the counts beside them are always exact. */
export const POST_LIKES_LIST_LIMIT = 100;
export const POST_COMMENTS_LIST_LIMIT = 20;
/** The same of a post that is asked for alone: a legacy panel knows no counts and takes the lengths of these lists. */
export const POST_DETAIL_LIST_LIMIT = 1_000;

/** Page size of the panel's report list, and the default for a client that names no limit. */
export const REPORT_PAGE_SIZE = 50;
export const REPORT_LIST_DEFAULT_LIMIT = 1_000;
export const REPORT_LIST_MAX_LIMIT = 1_000;
export const REPORT_DESCRIPTION_MIN_CHARS = 10;
export const REPORT_DESCRIPTION_MAX_CHARS = 500;
export const REPORT_NOTE_MAX_CHARS = 1_000;
/** The note of a decision. */
export const MODERATION_NOTE_MAX_CHARS = 2_000;
/** The text of an appeal to a decision. */
export const APPEAL_TEXT_MIN_CHARS = 10;
export const APPEAL_TEXT_MAX_CHARS = 1_000;
/** Page size of the list of appeals. */
export const APPEAL_PAGE_SIZE = 30;
/** Notices that an app user gets, the newest ones. */
export const NOTICES_LIST_LIMIT = 50;
/** How long the token that a user who cannot sign in objects with is good. */
export const APPEAL_TOKEN_MS = 3_600_000;
/** Entries of a report's history on the wire; the count beside them is exact. */
export const REPORT_HISTORY_LIST_LIMIT = 100;
/** Reports that one app user may file in an hour: each report reaches every administrator. */
export const REPORTS_PER_USER_PER_HOUR = 30;

export const NOTIFICATION_LIST_DEFAULT_LIMIT = 30;
/** Unread notifications are counted up to here. */
export const UNREAD_COUNT_CAP = 1_000;
export const UNREAD_BADGE_CAP = 99;
/** Items of a bulk change that have an event each; a client that receives this many refetches the list. */
export const NOTIFICATION_EVENTS_MAX = 100;
export const NOTIFICATION_TOAST_MS = 5_000;
export const NOTIFICATION_PAGE_TOAST_MS = 3_000;

export const MESSAGE_MAX_CHARS = 4_000;
/** How long the author can edit or delete a message, by the server's clock. */
export const MESSAGE_CHANGE_MS = 5 * 60_000;
/** The beginning of a message that another one quotes. */
export const QUOTE_MAX_CHARS = 200;
/** The text that replaces a message that its author has deleted, for all clients: a legacy one knows no `deletedAt`. */
export const DELETED_MESSAGE_TEXT = 'Tin nhắn đã được thu hồi';
export const CHAT_HISTORY_PAGE_SIZE = 200;
export const CHAT_HISTORY_MAX_LIMIT = 500;
export const MESSAGE_SEARCH_PAGE_SIZE = 20;
export const MESSAGE_SEARCH_MAX_LIMIT = 50;
export const NOTES_PAGE_SIZE = 20;
export const NOTES_MAX_LIMIT = 100;
export const TAG_MAX_CHARS = 40;
/** Valid tags of one subject at one time. */
export const TAGS_MAX = 20;
export const NOTES_MAX = 1_000;
/** Administrators whom one note mentions. */
export const MENTIONS_MAX = 10;
export const CONTENT_PAGE_SIZE = 50;
/** Entries of a user's timeline. */
export const TIMELINE_PAGE_SIZE = 30;
export const TIMELINE_MAX_LIMIT = 100;
/** The longest period whose figures of the work are shown. */
export const PERFORMANCE_MAX_DAYS = 366;
/** Subjects that wait are counted up to this number; beyond it their number is "at least". */
export const PERFORMANCE_COUNTED_UP_TO = 5_000;
/** How long an administrator's own actions are listed to be undone. */
export const RECENT_ACTIONS_MS = 24 * 3_600_000;
export const RECENT_ACTIONS_PAGE_SIZE = 30;
/** Page size of the panel's chat list. */
export const CHAT_USER_PAGE_SIZE = 50;
/** The limit for a client that names none: a legacy panel shows the whole response as one list. */
export const CHAT_USERS_DEFAULT_LIMIT = 1_000;
export const CHAT_USERS_REFETCH_INTERVAL_MS = 30_000;
/** Maximum number of online users in a list. */
export const ONLINE_USERS_LIST_LIMIT = 500;
/** The sender counts as idle after this time without a keystroke. */
export const TYPING_IDLE_MS = 1_000;
/** While a client types, it repeats the event at this interval. */
export const TYPING_HEARTBEAT_MS = 2_000;
/** An administrator counts as not typing after this time without another event. */
export const ADMIN_TYPING_TTL_MS = 5_000;
export const MESSAGE_TIMEOUT_MS = 30_000;
export const IMAGE_TIMEOUT_MS = 60_000;
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Width times height, of an animation times its frames. */
export const IMAGE_MAX_PIXELS = 40_000_000;
/** Longer side of the preview that a conversation shows. */
export const IMAGE_PREVIEW_MAX_PIXELS = 320;
/** Maximum number of images in one upload. */
export const IMAGES_PER_UPLOAD_MAX = 10;
/** An image in a socket's packet; every other event has far less. */
export const ADMIN_IMAGE_PAYLOAD_MAX_BYTES = 12 * 1024 * 1024;
/** Grace period after the last disconnect before a user counts as offline: a change of network is no disconnect. */
export const PRESENCE_GRACE_MS = 5_000;

/** Maximum number of saved views that an administrator has of one list, and that all administrators share. */
export const SAVED_VIEWS_MAX = 20;
export const SAVED_VIEW_NAME_MAX_CHARS = 40;
export const SAVED_VIEW_QUERY_MAX_CHARS = 1_000;

/** Maximum number of rules, those that are switched off included. */
export const POLICIES_MAX = 100;
export const POLICY_TITLE_MIN_CHARS = 3;
export const POLICY_TITLE_MAX_CHARS = 80;
export const POLICY_TEXT_MIN_CHARS = 10;
export const POLICY_TEXT_MAX_CHARS = 1_000;
export const POLICY_POINTS_MAX = 20;
export const POLICY_EXPIRES_MAX_DAYS = 730;
export const POLICY_SUSPEND_MAX_DAYS = 365;

/** Steps of the ladder that proposes a penalty for the points of an account. */
export const LADDER_STEPS_MAX = 6;
export const LADDER_POINTS_MAX = 100;
export const APPEAL_DUE_MAX_HOURS = 720;
/** The due time of an open report. */
export const DUE_MAX_HOURS = 720;
export const APPEAL_MAX_DAYS = 180;
/** Different reporters whose reports hide content until somebody decides. */
export const HIDING_REPORTERS_MIN = 2;
export const HIDING_REPORTERS_MAX = 100;

/** Maximum number of webhooks, those that are paused included. */
export const WEBHOOKS_MAX = 20;
export const WEBHOOK_URL_MAX_CHARS = 500;
/** How many of its last deliveries the panel shows of each. */
export const WEBHOOK_DELIVERIES_SHOWN = 5;

/** Notifications that one call marks as read or deletes. */
export const NOTIFICATIONS_PER_CALL_MAX = 200;

/** Maximum number of accounts in a list of related ones. */
export const RELATED_ACCOUNTS_MAX = 20;
/** More accounts than these that share something are not related by it: the IP of a carrier's NAT, a frequent name. */
export const RELATED_SHARED_MAX = 20;

/** Items of each kind in the list of a user's removed content. */
export const REMOVED_CONTENT_LIST_LIMIT = 50;

/** How long a decision can be undone without a reason. */
export const DECISION_UNDO_MS = 10_000;

/** How long the panel offers to undo a deletion without a dialog. */
export const UNDO_WINDOW_MS = 8_000;

export const JSON_BODY_MAX_BYTES = 256 * 1024;
export const LOGIN_MAX_FAILURES = 5;
/** Successful sign-ins of one account: more come from a script. */
export const LOGIN_MAX_SUCCESSES = 60;
/** Window in which failures and successes are counted. */
export const LOGIN_WINDOW_MS = 15 * 60_000;
/** Maximum sessions of one account; one more ends the oldest. */
export const SESSIONS_PER_ACCOUNT = 50;
export const PASSWORD_MAX_CHARS = 1_024;
/** Minimum length of a new password; older, shorter passwords stay valid. */
export const NEW_PASSWORD_MIN_CHARS = 12;
/** A session may make calls that require re-authentication for this long after a sign-in or a re-authentication. */
export const REAUTHENTICATION_WINDOW_MS = 10 * 60_000;
/** Maximum length of a two-factor code of any kind, with the whitespace and hyphens that users type. */
export const SECOND_FACTOR_CODE_MAX_CHARS = 64;
/** Digits of an authenticator app's code. */
export const TOTP_DIGITS = 6;
export const RECOVERY_CODES_COUNT = 10;
/** Maximum time between the correct password and the code. */
export const SECOND_FACTOR_CHALLENGE_MS = 5 * 60_000;
export const SECOND_FACTOR_CHALLENGE_TRIES = 5;
/** Page size of the list of administrators. */
export const ADMINISTRATORS_PAGE_SIZE = 50;
/** How long an invitation can be accepted. */
export const INVITATION_MS = 24 * 3_600_000;
/** Invitations that can be accepted at one time. */
export const INVITATIONS_MAX = 50;
/** Calls about invitations from one network, within LOGIN_WINDOW_MS. */
export const INVITATION_MAX_CALLS = 60;
/** Maximum length of a new administrator's name. */
export const USERNAME_MAX_CHARS = 60;
/** Maximum number of the caller's own sessions in a list. */
export const OWN_SESSIONS_LIST_LIMIT = 100;
export const EMAIL_MAX_CHARS = 254;

export const SOCKET_RECONNECTION_ATTEMPTS = 5;
export const SOCKET_RECONNECTION_DELAY_MS = 1_000;

export const TIME_ZONE = 'Asia/Ho_Chi_Minh';
export const PROTECTED_USERNAME = 'admin';

/** The work that waits is counted up to this number of each kind; reports are counted exactly. */
export const WORK_COUNTED_UP_TO = 1_000;
/** Conversations in each state are counted up to this number. */
export const CONVERSATIONS_COUNTED_UP_TO = 1_000;

/** Subjects that are selected one by one for one action. */
export const BULK_SELECTED_MAX = 1_000;
/** Subjects of one action, such as all that match a filter. */
export const BULK_MAX = 10_000;
/** How long an action on many subjects can be undone as one, and is listed. */
export const BULK_UNDO_MS = 24 * 3_600_000;
export const BULK_LIST_PAGE_SIZE = 20;
export const BULK_LIST_MAX_LIMIT = 100;
/** Subjects that were left alone, as they are listed. */
export const BULK_ITEMS_LISTED = 100;
