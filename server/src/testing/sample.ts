import type { AuditTargetType } from '@hai-dang/contract/audit/audit-labels.ts';
import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import type { Method } from '@hai-dang/contract/lib/endpoint.ts';
import type { LightMyRequestResponse } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { TestCall } from './build-test-app.ts';
import { insertPost, insertReport, insertUser } from './factories.ts';

/** A response, from `app.inject` or over the network. */
export type SampleResponse = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'json'>;

/** A server that samples are made for and sent to: a test application, or a child process. */
export interface SampleTarget<Response extends SampleResponse = SampleResponse> {
  database: Pick<Database, 'db'>;
  clock: Clock;
  /** Sends as the administrator, unless `call` has a token. */
  send(method: Method, url: string, call?: TestCall): Promise<Response>;
}

/** The requirements of a successful call: a new row to act on, and a body. */
export interface Sample {
  params?: Record<string, string>;
  body?: unknown;
  /** The only account that may act on the row, or that a public call signs in; otherwise any administrator. */
  callerId?: string;
  /** The call makes the account that its audit entry names as actor and target, by this name. */
  createdCaller?: string;
  /** The target of the audit entry, if not `params.id`; null for none beside the actor. */
  targetId?: string | null;
  /** The only app user who may call; any user if omitted. */
  ownerId?: string;
  /** The uploaded files, and their field name. */
  upload?: { field: string; files: Buffer[] };
}

/** The ids in the payload of an event. */
export interface EventMeans {
  /** The sender that the payload claims. */
  senderId: string;
  /** An existing app user. */
  userId: string;
  /** A message of the sender to the user. */
  messageId?: string;
}

/** The audit entry of a successful call. */
export interface ExpectedEntry {
  action: string;
  target: AuditTargetType | null;
  before: unknown;
  after: unknown;
  /** The response of the same call when nothing is left to change; null for a call that always changes something. */
  again: number | null;
}

/** How a sample becomes a call whose version is stale. */
export interface StaleCase {
  /** The values that the call wants, which are not the sample's. */
  body?: object;
  /** Makes the change of another administrator meanwhile; the sample itself if omitted. @returns the record as it is then */
  change?(target: SampleTarget, sample: Sample): Promise<unknown>;
  /** The record's name in the message; the code of the error is then CHANGED. */
  named?: string;
  /** The code of the error, unless it is CHANGED. */
  code?: ErrorCode;
}

/** How a sample becomes other calls under the same key, and the error that they get. */
export interface KeyedCase {
  /** Other values of the body, each of which makes another call of the sample. */
  others(target: SampleTarget): Promise<readonly object[]>;
  /** The code of the error that they get. */
  code: ErrorCode;
  /** The fields of the response that say that it is a repeat. */
  marks?: readonly string[];
  /** True for a message, which clients know by its id: a repeat is published again. */
  isPublishedAgain?: boolean;
}

/** Samples of a feature's endpoints and events, for the tests that run over all of them: its `.samples.ts` exports them. */
export interface Samples {
  /** Makes the sample of each endpoint, by its name. */
  readonly endpoints: Readonly<Record<string, (target: SampleTarget) => Promise<Sample>>>;
  /** Makes one valid payload of each event, by its name. */
  readonly events?: Readonly<Record<string, (means: EventMeans) => unknown>>;
  /** The case of each endpoint that changes something and whose body has a version, by its name. */
  readonly stale?: Readonly<Record<string, StaleCase>>;
  /** The case of each endpoint that changes something under the client's key, by its name. */
  readonly keyed?: Readonly<Record<string, KeyedCase>>;
  /**
   * The response of the same call again, when nothing is left to change, of each endpoint that changes something without an
   * entry, by its name; null for a call that always changes something.
   */
  readonly again?: Readonly<Record<string, number | null>>;
  /** The audit entry of each endpoint that changes something, by its name. */
  readonly audit?: Readonly<Record<string, ExpectedEntry>>;
}

/** An app user. */
export const ofUser = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { id: (await insertUser(db)).id },
});

/** A pending report of a post. */
export const ofReport = async ({ database: { db } }: SampleTarget) => {
  const { id: authorId } = await insertUser(db);
  const post = await insertPost(db, authorId);
  return { authorId, report: await insertReport(db, { itemType: 'Post', itemId: post.id, itemAuthorId: authorId }) };
};

/** Returns a decision on a post with one report. */
export const decisionOf = (itemId: string) => ({
  subject: { itemType: 'Post', itemId },
  outcome: 'violation',
  policy: 'spam',
  actions: ['warn'],
  version: 1,
});
