import { parseArgs } from 'node:util';
import { loginUser } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { type LoginUserAnswer, loginUserAnswerSchema } from '@hai-dang/contract/auth/auth.schema.ts';
import { ConfigError } from '../../../server/src/app/config.ts';
import { createRandom } from '../../../server/src/lib/random.ts';
import { call, Refusal, UsageError } from '../user/api-client.ts';
import { toServerUrl } from '../user/server-url.ts';
import { demoTrafficStrings as strings } from './traffic.strings.ts';
import { liveAsDemoUser } from './traffic-user.ts';
import { type DemoPerson, lookUpDemoPeople } from './traffic-users.ts';

const MINUTE_MS = 60_000;
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

/** @throws {UsageError} when there is no server; before a database is opened that it would have opened */
async function findServer(url: string): Promise<void> {
  await call(url, loginUser, {}).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Those whom the server lets in. One after the other: many at once from one address are taken for guessing. */
async function signInAll(url: string, people: readonly DemoPerson[]) {
  const all: Array<{ person: DemoPerson; signedIn: LoginUserAnswer }> = [];
  for (const person of people) {
    const { email, password } = person;
    try {
      all.push({ person, signedIn: loginUserAnswerSchema.parse(await call(url, loginUser, { email, password })) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.log(`${email}: ${error.message}`);
    }
  }
  return all;
}

async function run(): Promise<void> {
  const { url, users, minutes, speed } = readArguments();
  await findServer(url);
  const people = await lookUpDemoPeople(users);
  if (people.length === 0) throw new UsageError(strings.noDemoUsers);

  const signedIn = await signInAll(url, people);
  if (signedIn.length === 0) throw new UsageError(strings.noDemoUsers);

  const end = new AbortController();
  const stop = () => {
    console.log(strings.stopping);
    end.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const timer = setTimeout(() => end.abort(), minutes * MINUTE_MS);
  console.log(strings.begun(signedIn.length, minutes, url));
  const lives = await Promise.all(
    signedIn.map((each, index) =>
      liveAsDemoUser({
        url,
        ...each,
        random: createRandom(`demo traffic ${each.person.email}`),
        isFirstReporter: index === 0,
        speed,
        say: (line) => console.log(line),
        signal: end.signal,
      }),
    ),
  ).finally(() => {
    clearTimeout(timer);
    end.abort();
  });

  const sum = (count: 'messages' | 'reports' | 'unsent') => lives.reduce((total, life) => total + life[count], 0);
  console.log(strings.done(sum('messages'), sum('reports')));
  if (sum('unsent') === 0) return;
  console.log(strings.unsent(sum('unsent')));
  process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  if (error instanceof ConfigError) console.error(`The settings cannot be used:\n${error.message}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
