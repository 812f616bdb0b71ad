import { type ErrorCode, errorMessages } from '@hai-dang/contract/errors.ts';
import type { ErrorEnvelope } from '@hai-dang/contract/lib/envelope.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, isUnstorableText } from '../../lib/db/postgres-errors.ts';
import { DomainError, isExpectedError } from '../../lib/domain-error.ts';
import { createLimitedLog } from '../../lib/limited-log.ts';

/** The HTTP status of each code. */
const statusByCode = {
  VALIDATION_FAILED: 400,
  MALFORMED_REQUEST: 400,
  MALFORMED_JSON: 400,
  INVALID_CURSOR: 400,
  CHANGED: 409,
  UNSUPPORTED_MEDIA_TYPE: 415,
  BODY_TOO_LARGE: 413,
  ROUTE_NOT_FOUND: 404,
  TOO_MANY_CALLS: 429,
  TOO_MANY_CONNECTIONS: 429,
  TOO_MANY_EXPORTS: 429,
  TOO_MANY_LISTS: 429,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
  INVALID_CREDENTIALS: 401,
  ACCOUNT_DISABLED: 403,
  SECOND_FACTOR_REQUIRED: 401,
  INVALID_SECOND_FACTOR: 401,
  SECOND_FACTOR_CHALLENGE_ENDED: 401,
  TOO_MANY_LOGIN_FAILURES: 429,
  TOO_MANY_LOGINS: 429,
  NOT_SIGNED_IN: 401,
  SESSION_EXPIRED: 401,
  ADMIN_ONLY: 403,
  USERS_ONLY: 403,
  SECOND_FACTOR_CODE_WRONG: 400,
  SECOND_FACTOR_SETUP_REQUIRED: 403,
  SECOND_FACTOR_ALREADY_ON: 409,
  SECOND_FACTOR_NOT_ON: 409,
  SECOND_FACTOR_NOT_BEGUN: 409,
  PASSWORD_CONFIRMATION_REQUIRED: 403,
  WRONG_PASSWORD: 403,
  WEAK_PASSWORD: 400,
  SESSION_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  USER_EXISTS: 409,
  PROTECTED_ACCOUNT: 403,
  OWN_ACCOUNT: 403,
  LAST_ADMIN: 409,
  ADMINISTRATOR_NOT_FOUND: 404,
  OWN_ADMINISTRATOR: 403,
  INVITATION_NOT_FOUND: 404,
  INVITATION_EXPIRED: 410,
  INVITATION_USED: 410,
  INVITATION_WITHDRAWN: 410,
  TOO_MANY_INVITATIONS: 409,
  TOO_MANY_INVITATION_CALLS: 429,
  POST_NOT_FOUND: 404,
  POST_NOT_RESTORABLE: 410,
  TRAVEL_POST_NOT_FOUND: 404,
  TRAVEL_POST_NOT_RESTORABLE: 410,
  COMMENT_NOT_FOUND: 404,
  COMMENT_NOT_RESTORABLE: 410,
  REPORT_NOT_FOUND: 404,
  REPORT_CHANGED: 409,
  REPORT_CLOSED: 409,
  REPORTED_ITEM_NOT_FOUND: 404,
  DECISION_KEY_REUSED: 409,
  OWN_CASE: 403,
  OWN_CONTENT: 403,
  REPORT_KEY_REUSED: 409,
  TOO_MANY_REPORTS: 429,
  NOTIFICATION_NOT_FOUND: 404,
  SUBJECT_NOT_FOUND: 404,
  SUBJECT_CHANGED: 409,
  SUBJECT_ASSIGNED: 409,
  SUBJECT_CLOSED: 409,
  ASSIGNEE_NOT_FOUND: 404,
  POLICY_DISABLED: 409,
  DECISION_IMPOSSIBLE: 409,
  DECISION_NOT_FOUND: 404,
  RECENT_ACTION_NOT_FOUND: 404,
  ACTION_CHANGED: 409,
  ACTION_NOT_UNDOABLE: 409,
  UNDO_REASON_REQUIRED: 400,
  NOTICE_NOT_FOUND: 404,
  NOTE_NOT_FOUND: 404,
  NOTE_END_PASSED: 400,
  BULK_NOT_FOUND: 404,
  BULK_EMPTY: 409,
  BULK_TOO_LARGE: 409,
  BULK_TOTAL_CHANGED: 409,
  BULK_TERM_TOO_SHORT: 400,
  BULK_NOT_UNDOABLE: 410,
  BULK_PROTECTED: 403,
  BULK_NO_EFFECT: 409,
  BULK_ALREADY_UNDONE: 409,
  TAG_EXISTS: 409,
  NOTES_FULL: 409,
  TAGS_FULL: 409,
  APPEAL_IMPOSSIBLE: 409,
  APPEAL_EXISTS: 409,
  APPEAL_TOO_LATE: 410,
  APPEAL_UNNEEDED: 409,
  APPEAL_NOT_FOUND: 404,
  APPEAL_DECIDED: 409,
  POLICY_NOT_FOUND: 404,
  POLICY_EXISTS: 409,
  TOO_MANY_POLICIES: 409,
  SAVED_VIEW_NOT_FOUND: 404,
  SAVED_VIEW_EXISTS: 409,
  TOO_MANY_SAVED_VIEWS: 409,
  CHAT_USER_NOT_FOUND: 404,
  MESSAGE_KEY_REUSED: 409,
  MESSAGE_NOT_FOUND: 404,
  QUOTED_MESSAGE_NOT_FOUND: 404,
  MESSAGE_TOO_OLD: 410,
  MESSAGE_DELETED: 410,
  MESSAGE_NOT_CHANGEABLE: 409,
  TOO_MANY_UPLOADS: 429,
  IMAGE_MISSING: 400,
  IMAGE_TOO_LARGE: 413,
  IMAGE_TOO_MANY_PIXELS: 413,
  IMAGE_QUOTA_EXCEEDED: 413,
  IMAGE_TOO_COMPLEX: 413,
  IMAGE_UNSUPPORTED: 415,
  TOO_MANY_IMAGES: 413,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOK_URL_REJECTED: 400,
  WEBHOOK_HOST_UNKNOWN: 400,
  WEBHOOK_PAUSED: 409,
  TOO_MANY_WEBHOOKS: 409,
  CONVERSATION_NOT_FOUND: 404,
  CONVERSATION_CHANGED: 409,
  CONVERSATION_ASSIGNED: 409,
  CANNED_REPLY_NOT_FOUND: 404,
  CANNED_REPLY_EXISTS: 409,
  TOO_MANY_CANNED_REPLIES: 409,
} as const satisfies Record<ErrorCode, number>;

/** The framework's own errors, by its codes. */
const codeByFrameworkCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
};

const DATABASE_RETRY_SECONDS = 5;

interface Failure {
  code: ErrorCode;
  message?: string;
  details?: unknown;
}

/** Registers the error handler of `app`, which sends the envelope of the wire contract. */
export function registerErrorHandler(app: FastifyInstance): void {
  // A client that keeps the server or the database busy must not fill the log too.
  const limitedLog = createLimitedLog(app.log);
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    const failure = toFailure(error);
    if (statusByCode[failure.code] >= 500) {
      const { id: reqId } = request;
      if (isExpectedError(error)) limitedLog.warn({ reqId, code: failure.code }, 'request rejected');
      else if (isDatabaseUnavailable(error)) {
        limitedLog.error({ reqId, reason: error.message }, 'request failed: the database is away or overloaded');
      } else request.log.error({ err: error }, 'request failed');
    }
    return sendFailure(request, reply, failure);
  });
}

/** Sends an error response, for handlers outside the contract's endpoints. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  const retryAfterSeconds = retryAfter(failure.details);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const envelope: ErrorEnvelope = {
    success: false,
    message: failure.message ?? errorMessages[failure.code],
    code: failure.code,
    requestId: request.id,
    ...(failure.details === undefined ? {} : { details: failure.details }),
  };
  // The route may have set a long Cache-Control for its success.
  reply.header('cache-control', 'no-store');
  return reply.code(statusByCode[failure.code]).type('application/json; charset=utf-8').send(envelope);
}

function toFailure(error: FastifyError | DomainError): Failure {
  if (error instanceof DomainError) return { code: error.code, message: error.message, details: error.details };
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map(({ instancePath, message }) => ({ path: instancePath, message }));
    return { code: 'VALIDATION_FAILED', details, ...(details[0]?.message ? { message: details[0].message } : {}) };
  }
  if (isDatabaseUnavailable(error)) {
    return { code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: DATABASE_RETRY_SECONDS } };
  }
  if (isUnstorableText(error)) return { code: 'VALIDATION_FAILED' };
  const known = codeByFrameworkCode[error.code];
  if (known) return { code: known };
  // The URL of a folder or a dotfile gets the same 404 as one that does not exist.
  if (error.statusCode === 403 || error.statusCode === 404) return { code: 'ROUTE_NOT_FOUND' };
  if (error.statusCode === 400) return { code: 'MALFORMED_JSON' };
  return { code: 'INTERNAL_ERROR' };
}

function retryAfter(details: unknown): number | undefined {
  if (typeof details !== 'object' || details === null || !('retryAfterSeconds' in details)) return undefined;
  return typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : undefined;
}
