import type { Readable } from 'node:stream';
import type {
  Access,
  Endpoint,
  EndpointAnswer,
  EndpointBody,
  EndpointParams,
  Upload,
} from '@hai-dang/contract/lib/endpoint.ts';
import type { UploadedFiles } from './upload.ts';

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

type CallerOf<A extends Access> = A extends 'public' ? null : A extends 'signedIn' ? Account : Caller;

export interface Call<E extends Endpoint> {
  readonly params: EndpointParams<E>;
  readonly body: EndpointBody<E>;
  readonly caller: CallerOf<E['access']>;
  readonly context: CallContext;
  readonly files: E['upload'] extends Upload ? UploadedFiles : undefined;
}

/** An answer that is a file: it is read no faster than the client takes it, and given up when the client goes. */
export interface FileAnswer {
  readonly content: Readable;
  /** In ASCII, without quotes. */
  readonly fileName: string;
}

interface AnswerByMedia<E extends Endpoint> {
  'application/json': EndpointAnswer<E>;
  'text/csv': FileAnswer;
}
type Answer<E extends Endpoint> = AnswerByMedia<E>[E['media']];
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/** Decides who may make a call; throws a DomainError otherwise. */
export type Authorize = (
  endpoint: Pick<Endpoint, 'access' | 'beforeSecondFactor' | 'needsConfirmedPassword'>,
  authorization: string | undefined,
) => Promise<Account | null>;
