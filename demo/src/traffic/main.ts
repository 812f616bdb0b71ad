import { parseArgs } from 'node:util';
import { loginUser } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { type LoginUserResponse, loginUserResponseSchema } from '@hai-dang/contract/auth/auth.schema.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { ApiError, call, toServerUrl, UsageError } from '../user/api-client.ts';
import { withServerDatabase } from '../user/reportable-subjects.ts';
import { trafficStrings as strings } from './traffic.strings.ts';
import { simulateUser } from './traffic-user.ts';
import { type DemoUser, findDemoUsers } from './traffic-users.ts';

const LIMITS = {
  users: { min: 1, max: 50, usual: 12 },
  minutes: { min: 0.1, max: 120, usual: 10 },
  speed: { min: 0.1, max: 10, usual: 1 },
} as const;

function readArguments() {
  const text = { type: 'string' } as const;
  let values: { url?: string; users?: string; minutes?: string; speed?: string };
  try {
    ({ values } = parseArgs({ options: { url: text, users: text, minutes: text, speed: text } }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${strings.usage}`);
  }
  const url = toServerUrl(values.url);
  if (url === undefined) throw new UsageError(strings.badUrl(values.url ?? ''));
  const toNumber = (option: keyof typeof LIMITS): number => {
    const { min, max, usual } = LIMITS[option];
    const given = values[option];
    if (given === undefined) return usual;
    const number = given.trim() === '' ? Number.NaN : Number(given);
    if (!(number >= min && number <= max)) throw new UsageError(strings.badNumber(option, given, min, max));
    return number;
  };
  return { url, users: Math.round(toNumber('users')), minutes: toNumber('minutes'), speed: toNumber('speed') };
}

/** @throws {UsageError} without a running server. Checked first: otherwise this would open the server's database. */
async function checkServer(url: string): Promise<void> {
  await call(url, loginUser, {}).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** Signs in one after the other: the login limiter rejects many parallel attempts from one IP. */
async function signInAll(url: string, users: readonly DemoUser[]) {
  const all: Array<{ demoUser: DemoUser; signedIn: LoginUserResponse }> = [];
  for (const demoUser of users) {
    const { email, password } = demoUser;
    try {
      all.push({ demoUser, signedIn: loginUserResponseSchema.parse(await call(url, loginUser, { email, password })) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      console.log(`${email}: ${error.message}`);
    }
  }
  return all;
}

async function run(): Promise<void> {
  const { url, users: count, minutes, speed } = readArguments();
  await checkServer(url);
  const users = await withServerDatabase((db) => findDemoUsers(db, count));
  if (users.length === 0) throw new UsageError(strings.noDemoUsers);

  const signedIn = await signInAll(url, users);
  if (signedIn.length === 0) throw new UsageError(strings.noDemoUsers);

  const end = new AbortController();
  const stop = () => {
    console.log(strings.stopping);
    end.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const timer = setTimeout(() => end.abort(), minutes * MINUTE_MS);
  console.log(strings.started(signedIn.length, minutes, url));
  const activities = await Promise.all(
    signedIn.map((each, index) =>
      simulateUser({
        url,
        ...each,
        random: createRandom(`demo traffic ${each.demoUser.email}`),
        isFirstReporter: index === 0,
        speed,
        print: (line) => console.log(line),
        signal: end.signal,
      }),
    ),
  ).finally(() => {
    clearTimeout(timer);
    end.abort();
  });

  const sum = (count: 'messages' | 'reports' | 'unsent') =>
    activities.reduce((total, activity) => total + activity[count], 0);
  console.log(strings.done(sum('messages'), sum('reports')));
  if (sum('unsent') === 0) return;
  console.log(strings.unsent(sum('unsent')));
  process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
