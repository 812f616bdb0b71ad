import { type ErrorCode, errors } from '@hai-dang/contract/errors.ts';
import type { ErrorEnvelope } from '@hai-dang/contract/lib/envelope.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable, isUnstorableText } from '../../lib/db/postgres-errors.ts';
import { DomainError, isExpectedError } from '../../lib/domain-error.ts';
import { createLimitedLog } from '../../lib/limited-log.ts';

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
    if (errors[failure.code][0] >= 500) {
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
  const [status, message] = errors[failure.code];
  const envelope: ErrorEnvelope = {
    success: false,
    message: failure.message ?? message,
    code: failure.code,
    requestId: request.id,
    ...(failure.details === undefined ? {} : { details: failure.details }),
  };
  // The route may have set a long Cache-Control for its success.
  reply.header('cache-control', 'no-store');
  return reply.code(status).type('application/json; charset=utf-8').send(envelope);
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
