import type { AttemptLimiter } from './attempt-limiter.ts';
import type { Clock } from './clock.ts';
import type { Database, Db, Tx } from './db/database.ts';
import type { Transact } from './db/transact.ts';
import type { Account, CallContext, Caller } from './http/call.ts';
import type { ImageProcessor } from './images/image-processor.ts';
import type { ImageStore } from './images/image-store.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { ListExports } from './list-export.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbound } from './outbound/post-to-url.ts';
import type { MessageSending } from './realtime/message-sending.ts';
import type { OnlineUsers } from './realtime/online-users.ts';
import type { Publisher } from './realtime/publisher.ts';

/** The part of the process that a use case gets. Alone it is enough for jobs and commands, which act for the system. */
export interface App {
  readonly db: Db;
  readonly transact: Transact;
  readonly clock: Clock;
  /** The time of the database, which all servers share; `clock` is of this server alone and may be wrong. */
  readonly dbNow: Database['now'];
  readonly publisher: Publisher;
  readonly onlineUsers: OnlineUsers;
  readonly messageSending: MessageSending;
  readonly attempts: AttemptLimiter;
  readonly jobs: JobRunner;
  readonly images: ImageStore;
  readonly imageProcessor: ImageProcessor;
  readonly exports: ListExports;
  /** Sends e-mails; null where there is no SMTP server. */
  readonly mailer: Mailer | null;
  /** Calls the URLs of others. */
  readonly outbound: Outbound;
  /** Finds the key from which the secrets of all webhooks are derived. */
  readonly findWebhookKey: () => Promise<string>;
  readonly config: AppConfig;
}

/** The operator's settings that use cases ask for. */
export interface AppConfig {
  /** Whether notifications go to a second store, too. */
  readonly hasNotificationSink: boolean;
  /** PUBLIC_URL, for links in what leaves; '' where it is not set: then they are relative. */
  readonly publicUrl: string;
  /** Whether an administrator without two-factor may do nothing but enrol. */
  readonly requiresSecondFactor: boolean;
  /** The bytes that the images of one user may take in the store. */
  readonly userImagesMaxBytes: number;
}

/** The process inside of a transaction, for SQL and for what follows its commit (`afterCommit`). */
export interface AppTx extends App {
  readonly tx: Tx;
}

/** The process in a call of somebody. */
export interface Ctx<By extends Account | Caller | null = Caller> extends App {
  readonly caller: By;
  readonly request: CallContext;
}

/** A call of somebody, inside of a transaction. */
export interface TxCtx extends Ctx, AppTx {}

/** Runs `work` in one transaction, as {@link Transact} says. */
export const inTransaction = <Context extends App, Result>(
  ctx: Context,
  work: (ctx: Context & AppTx) => Promise<Result>,
): Promise<Result> => ctx.transact((tx) => work({ ...ctx, tx }));
