import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { loginUser } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { type LoginUserAnswer, loginUserAnswerSchema } from '@hai-dang/contract/auth/auth.schema.ts';
import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { createReport } from '@hai-dang/contract/reports/reports.endpoints.ts';
import { REPORT_ITEM_TYPES, REPORT_REASONS } from '@hai-dang/contract/reports/reports.schema.ts';
import { ConfigError, parseConfig } from '../app/config.ts';
import { openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { DEMO_USER_LOGIN } from '../seed/demo-people.ts';
import { type DemoItem, findDemoItems } from './demo-items.ts';
import { demoUserStrings as strings } from './demo-user.strings.ts';

const DEFAULT_URL = 'http://127.0.0.1:4000';

class UsageError extends Error {}
/** What the server says no with. */
class Refusal extends Error {}

interface Arguments {
  url: string;
  email: string | undefined;
  items: DemoItem[];
}

function readArguments(): Arguments {
  const text = { type: 'string' } as const;
  let values: { url?: string; email?: string; item?: string[] };
  try {
    ({ values } = parseArgs({ options: { url: text, email: text, item: { ...text, multiple: true } } }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${strings.usage}`);
  }
  const { url = DEFAULT_URL, email, item = [] } = values;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageError(strings.badUrl(url));
  return { url: url.replace(/\/+$/, ''), email, items: item.map(toItem) };
}

function toItem(text: string): DemoItem {
  const [type, ...rest] = text.split(':');
  const itemType = REPORT_ITEM_TYPES.find((known) => known === type);
  const id = rest.join(':');
  if (!itemType || id === '') throw new UsageError(strings.badItem(text));
  return { itemType, id, title: id, author: '' };
}

/** Questions in a terminal, or lines from a file. An input that ends answers every question with ''. */
function createConversation() {
  const input = createInterface({ input: process.stdin, terminal: false });
  const lines = input[Symbol.asyncIterator]();
  return {
    say: (text: string) => process.stdout.write(`${text}\n`),
    ask: async (question: string): Promise<string> => {
      process.stdout.write(question);
      const line = await lines.next();
      if (line.done || !process.stdin.isTTY) process.stdout.write('\n');
      return line.done ? '' : line.value.trim();
    },
    close: () => input.close(),
  };
}
type Conversation = ReturnType<typeof createConversation>;

async function call(url: string, endpoint: Endpoint, body: object, token?: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${url}${endpointPath(endpoint)}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  } catch {
    throw new UsageError(strings.unreachable(url));
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.status === endpoint.status) return answer;
  const { data } = errorEnvelopeSchema.safeParse(answer);
  throw new Refusal(strings.refused(response.status, data?.message ?? response.statusText));
}

async function signIn({ url, email }: Arguments, { ask }: Conversation): Promise<LoginUserAnswer> {
  const credentials = email === undefined ? DEMO_USER_LOGIN : { email, password: await ask(strings.password) };
  return loginUserAnswerSchema.parse(await call(url, loginUser, credentials));
}

/** What may be reported is not for an app user to list over HTTP, so it is looked up where the server keeps it. */
async function lookUpItems(userId: string): Promise<DemoItem[]> {
  const { databaseUrl, dataDir } = parseConfig(process.env);
  const logger = createLogger({ level: 'fatal' });
  const database = await openDatabase({ databaseUrl, dataDir, logger, maxConnections: 1 });
  try {
    return await findDemoItems(database.db, userId);
  } finally {
    await database.close();
  }
}

/** @returns undefined where the person wants no more */
async function choose<T>(
  { say, ask }: Conversation,
  { title, question, options }: { title: string; question: string; options: ReadonlyArray<readonly [T, string]> },
): Promise<T | undefined> {
  for (;;) {
    say(`\n${title}`);
    for (const [index, [, label]] of options.entries()) say(`${String(index + 1).padStart(3)}. ${label}`);
    const answer = await ask(question);
    if (answer === '') return undefined;
    const chosen = /^\d{1,3}$/.test(answer) ? options[Number(answer) - 1] : undefined;
    if (chosen) return chosen[0];
    say(strings.notInList);
  }
}

const describeItem = ({ itemType, title, author }: DemoItem) =>
  `${strings.itemTypes[itemType]}: ${title}${author ? ` — ${author}` : ''}`;

async function fileReports(given: Arguments, conversation: Conversation): Promise<void> {
  const { say, ask } = conversation;
  const { token, user } = await signIn(given, conversation);
  say(strings.signedIn(user.username, user.email));
  const items = given.items.length > 0 ? given.items : await lookUpItems(user._id);
  if (items.length === 0) throw new UsageError(strings.noItems);
  for (;;) {
    const item = await choose(conversation, {
      title: strings.items,
      question: strings.itemQuestion,
      options: items.map((each) => [each, describeItem(each)] as const),
    });
    if (!item) break;
    const reason = await choose(conversation, {
      title: strings.reasons,
      question: strings.reasonQuestion,
      options: REPORT_REASONS.map((each) => [each, strings.reasonLabels[each]] as const),
    });
    if (!reason) break;
    const description = await ask(strings.description);
    const body = { reportedItem: item.id, itemType: item.itemType, reason, description };
    try {
      const { data } = createReport.answer.parse(await call(given.url, createReport, body, token));
      say(strings.filed(data._id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(error.message);
      process.exitCode = 1;
    }
  }
  say(strings.goodbye);
}

const conversation = createConversation();
try {
  await fileReports(readArguments(), conversation);
} catch (error) {
  if (error instanceof ConfigError) console.error(`The settings cannot be used:\n${error.message}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  conversation.close();
}
