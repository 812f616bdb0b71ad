import type { Readable } from 'node:stream';
import type {
  Access,
  Endpoint,
  EndpointAnswer,
  EndpointBody,
  EndpointParams,
} from '@hai-dang/contract/lib/endpoint.ts';

/** The signed-in account on whose behalf a call is made. */
export interface Caller {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** The session's own id, not its token. */
  readonly sessionId: string;
}

/** The same where either kind of account may come. */
export interface Account extends Caller {
  readonly role: 'admin' | 'user';
}

/** Where a call came from; it goes into the audit trail. */
export interface CallContext {
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
}

export interface Call<E extends Endpoint> {
  readonly params: EndpointParams<E>;
  readonly body: EndpointBody<E>;
  readonly caller: E['access'] extends 'public' ? null : Caller;
  readonly context: CallContext;
}

/** An answer that is a file: it is read no faster than the client takes it, and given up when the client goes. */
export interface FileAnswer {
  readonly content: Readable;
  /** In ASCII, without quotes. */
  readonly fileName: string;
}

type Answer<E extends Endpoint> = E['media'] extends 'application/json' ? EndpointAnswer<E> : FileAnswer;
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/** Decides who may come in; throws a DomainError otherwise. */
export type Authorize = (access: Access, authorization: string | undefined) => Promise<Caller | null>;
