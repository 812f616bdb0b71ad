import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import { type ErrorCode, errorMessages } from '@hai-dang/contract/errors.ts';
import type { AccountDisabledDetails, Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { UserNotFoundDetails } from '@hai-dang/contract/users/users.schema.ts';

/** The details of a code, beside its message; a code that is not listed here has none. */
interface DetailsByCode {
  TOO_MANY_LOGIN_FAILURES: { retryAfterSeconds: number };
  /** When a suspension ends; of an app user's sign-in all of it. */
  ACCOUNT_DISABLED: { until: string } | AccountDisabledDetails;
  TOO_MANY_LOGINS: { retryAfterSeconds: number };
  SECOND_FACTOR_REQUIRED: { challenge: string };
  USER_NOT_FOUND: UserNotFoundDetails;
  TOO_MANY_CALLS: { retryAfterSeconds: number };
  TOO_MANY_LISTS: { retryAfterSeconds: number };
  TOO_MANY_CONNECTIONS: { retryAfterSeconds: number };
  SERVICE_UNAVAILABLE: { retryAfterSeconds: number };
  TOO_MANY_UPLOADS: { retryAfterSeconds: number };
  TOO_MANY_INVITATION_CALLS: { retryAfterSeconds: number };
  TOO_MANY_REPORTS: { retryAfterSeconds: number };
  /** The present state, as the endpoint returns it. */
  CHANGED: { current: unknown };
  REPORT_CHANGED: { report: Report };
  CONVERSATION_ASSIGNED: Pick<ConversationWork, 'assignee'>;
  APPEAL_DECIDED: { appeal: Appeal };
  SUBJECT_CHANGED: { subject: ModerationSubject };
  BULK_TOTAL_CHANGED: { total: number };
  SUBJECT_ASSIGNED: { subject: ModerationSubject };
}
/** These may be left out. */
type OptionalDetails = 'USER_NOT_FOUND' | 'ACCOUNT_DISABLED' | 'SUBJECT_CHANGED';
type DetailsArgument<Code extends ErrorCode> = Code extends OptionalDetails
  ? [details?: DetailsByCode[Code]]
  : Code extends keyof DetailsByCode
    ? [details: DetailsByCode[Code]]
    : [];

/**
 * An error that is sent to the caller, with a stable code of the wire contract, which has its HTTP status.
 */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'DomainError';
  readonly code: Code;
  readonly details: unknown;

  constructor(code: Code, ...details: DetailsArgument<Code>) {
    super(errorMessages[code]);
    this.code = code;
    this.details = details[0];
  }
}

/** Rejects a change that rests on an older version than the present one. */
export class ChangedError extends DomainError<'CHANGED'> {
  /**
   * @param named what the message calls the record: 'Quy tắc này'
   * @param current the record, as its endpoint returns it
   */
  constructor(named: string, current: unknown) {
    super('CHANGED', { current });
    this.message = `${named} vừa được quản trị viên khác thay đổi`;
  }
}

/** Whether an error is an intended rejection, such as too many requests, and does not wrap an unexpected failure. */
export const isExpectedError = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.cause === undefined;
