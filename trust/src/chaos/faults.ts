import type { Scenario } from '../scenario.ts';
import { accountDeleted } from './account-deleted.ts';
import { clockWrong } from './clock-wrong.ts';
import { decisionsKilled } from './decisions-killed.ts';
import { diskFull } from './disk-full.ts';
import { embeddedDatabaseKilled } from './embedded-database-killed.ts';
import { network } from './network.ts';
import { postgresAway } from './postgres-away.ts';
import { redisKilled } from './redis-killed.ts';
import { repeatedSends } from './repeated-sends.ts';
import { restore } from './restore.ts';
import { serverKilled } from './server-killed.ts';
import { silentBucket } from './silent-bucket.ts';
import { slowClients } from './slow-clients.ts';

/** The scenarios of `npm run chaos`, in this order; `npm test` covers the other lines of docs/trust.md. */
export const faults: readonly Scenario[] = [
  serverKilled,
  embeddedDatabaseKilled,
  postgresAway,
  redisKilled,
  network,
  diskFull,
  silentBucket,
  slowClients,
  clockWrong,
  repeatedSends,
  restore,
  accountDeleted,
  decisionsKilled,
];
