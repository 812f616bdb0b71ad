import { parseArgs } from 'node:util';
import { loginUser } from '@hai-dang/contract/auth/auth.endpoints.ts';
import { type LoginUserResponse, loginUserResponseSchema } from '@hai-dang/contract/auth/auth.schema.ts';
import { accountDisabledDetailsSchema } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { REPORT_ITEM_TYPES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import { ApiError, call, toServerUrl, UsageError } from './api-client.ts';
import { openChat } from './chat-client.ts';
import { readImageFile } from './image-upload.ts';
import { printDisabled, readNotices } from './notices.ts';
import { fileReports } from './report-filing.ts';
import { findReportableSubjects, type ReportableSubject, withServerDatabase } from './reportable-subjects.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { userStrings as strings } from './user.strings.ts';

const COMMANDS = ['chat', 'notices'] as const;
const IMAGE_COMMAND = '/image ';

interface Arguments {
  url: string;
  email: string | undefined;
  subjects: ReportableSubject[];
  /** The command that starts at once, without filing reports first. */
  command: (typeof COMMANDS)[number] | undefined;
}

function readArguments(): Arguments {
  const text = { type: 'string' } as const;
  let values: { url?: string; email?: string; item?: string[] };
  let positionals: string[];
  try {
    const options = { url: text, email: text, item: { ...text, multiple: true } } as const;
    ({ values, positionals } = parseArgs({ allowPositionals: true, options }));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${strings.usage}`);
  }
  const command = COMMANDS.find((known) => known === positionals[0]);
  if (positionals.length > (command ? 1 : 0)) throw new UsageError(strings.usage);
  const { email, item = [] } = values;
  const url = toServerUrl(values.url);
  if (url === undefined) throw new UsageError(strings.badUrl(values.url ?? ''));
  return { url, email, subjects: item.map(toSubject), command };
}

function toSubject(text: string): ReportableSubject {
  const [type, ...rest] = text.split(':');
  const itemType = REPORT_ITEM_TYPES.find((known) => known === type);
  const id = rest.join(':');
  if (!itemType || id === '') throw new UsageError(strings.badItem(text));
  return { itemType, id, title: id, author: '' };
}

async function signIn({ url, email }: Arguments, { ask }: Terminal): Promise<LoginUserResponse> {
  const credentials = email === undefined ? DEMO_USER_LOGIN : { email, password: await ask(strings.password) };
  return loginUserResponseSchema.parse(await call(url, loginUser, credentials));
}

/** Sends each line that is no command as a message, until the input ends. */
async function chatInTerminal(
  terminal: Terminal,
  { url, token, userId }: { url: string; token: string; userId: string },
) {
  const chat = openChat({
    url,
    token,
    userId,
    print: terminal.print,
    onRejected: () => {
      process.exitCode = 1;
      terminal.close();
    },
  });
  const commands: Record<string, () => void> = {
    '/offline': chat.goOffline,
    '/online': chat.goOnline,
    '/typing': chat.type,
    '/help': () => terminal.print(strings.chat.help),
  };
  async function sendImage(file: string): Promise<void> {
    const image = await readImageFile(file);
    if (image) chat.sendImage(image);
    else terminal.print(strings.chat.noSuchFile(file));
  }
  terminal.print(strings.chat.help);
  terminal.onKey(chat.type);
  for (;;) {
    const line = await terminal.nextLine('> ');
    if (line === undefined || line === '/quit') break;
    if (line.startsWith(IMAGE_COMMAND)) await sendImage(line.slice(IMAGE_COMMAND.length).trim());
    else if (!line.startsWith('/')) line !== '' && chat.write(line);
    else (commands[line] ?? (() => terminal.print(strings.chat.unknownCommand(line))))();
  }
  const unsent = await chat.leave();
  if (unsent === 0) return;
  terminal.print(strings.chat.unsent(unsent));
  process.exitCode = 1;
}

/** Lets a suspended or disabled user do what they may: read why, and appeal. */
async function objectOnly(url: string, terminal: Terminal, error: unknown): Promise<void> {
  const isDisabled = error instanceof ApiError && error.code === 'ACCOUNT_DISABLED';
  const details = isDisabled ? accountDisabledDetailsSchema.safeParse(error.details).data : undefined;
  if (!details) throw error;
  printDisabled(terminal, details);
  await readNotices(terminal, { url, token: details.appealToken });
  terminal.print(strings.goodbye);
}

async function run(given: Arguments, terminal: Terminal): Promise<void> {
  const { url } = given;
  const signedIn = await signIn(given, terminal).catch((error: unknown) => objectOnly(url, terminal, error));
  if (!signedIn) return;
  const { token, user } = signedIn;
  const userId = user._id;
  terminal.print(strings.signedIn(user.username, user.email));
  if (given.command === 'notices') {
    await readNotices(terminal, { url, token });
  } else if (given.command === 'chat') {
    await chatInTerminal(terminal, { url, token, userId });
  } else {
    const subjects =
      given.subjects.length > 0 ? given.subjects : await withServerDatabase((db) => findReportableSubjects(db, userId));
    if (subjects.length === 0) throw new UsageError(strings.noSubjects);
    const next = await fileReports(terminal, { url, token, subjects });
    if (next === 'chat') await chatInTerminal(terminal, { url, token, userId });
  }
  terminal.print(strings.goodbye);
}

const terminal = createTerminal();
try {
  await run(readArguments(), terminal);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  terminal.close();
}
