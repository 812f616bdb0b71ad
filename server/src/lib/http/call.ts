import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Endpoint } from '@hai-dang/contract/lib/endpoint.ts';

/** The signed-in account on whose behalf a call is made. */
export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** The session's own id, not its token; empty for who calls with the token of a rejected sign-in. */
  readonly sessionId: string;
}

/** The same where both kinds of account may call. */
export interface Account extends Caller {
  readonly role: 'admin' | 'user';
}

/** Where a call came from; recorded in the audit log. */
export interface CallContext {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

const USER_AGENT_MAX_CHARS = 400;

/** Returns the name that a client gives itself, as it is recorded. */
export const userAgentOf = (headers: IncomingHttpHeaders): string =>
  (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_CHARS);

/** A response that is a file: streamed with backpressure, and aborted when the client disconnects. */
export interface FileResponse {
  readonly content: Readable;
  /** The name in ASCII, without quotes. */
  readonly fileName: string;
}

/** Decides who may make a call; throws a DomainError otherwise. */
export type Authorize = (
  endpoint: Pick<Endpoint, 'access' | 'allowedBeforeTwoFactor' | 'allowedWithAppealToken' | 'requiresReauthentication'>,
  authorization: string | undefined,
) => Promise<Account | null>;
