import { createReport } from '@hai-dang/contract/reports/reports.endpoints.ts';
import { REPORT_REASONS } from '@hai-dang/contract/reports/reports.schema.ts';
import { parseConfig } from '../../../server/src/app/config.ts';
import { openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { call, Refusal } from './api-client.ts';
import { type DemoItem, findDemoItems } from './reportable-items.ts';
import type { Terminal } from './terminal.ts';
import { demoUserStrings as strings } from './user.strings.ts';

/** What is typed in place of a number to talk with the administrators. */
const CHAT_ANSWER = 'c';

/** What may be reported is not for an app user to list over HTTP, so it is looked up where the server keeps it. */
export async function lookUpItems(userId: string): Promise<DemoItem[]> {
  const { databaseUrl, dataDir, pool } = parseConfig(process.env);
  const logger = createLogger({ level: 'fatal' });
  const database = await openDatabase({ ...pool, databaseUrl, dataDir, logger, maxConnections: 1 });
  try {
    return await findDemoItems(database.db, userId);
  } finally {
    await database.close();
  }
}

interface Choice<T> {
  title: string;
  question: string;
  options: ReadonlyArray<readonly [T, string]>;
  /** What may be answered beside a number. */
  other?: { answer: string; label: string };
}

/** @returns undefined where the person wants no more, 'other' where it is none of the options */
async function choose<T>({ say, ask }: Terminal, choice: Choice<T>): Promise<T | 'other' | undefined> {
  const { title, question, options, other } = choice;
  for (;;) {
    say(`\n${title}`);
    for (const [index, [, label]] of options.entries()) say(`${String(index + 1).padStart(3)}. ${label}`);
    if (other) say(`${other.answer.padStart(3)}. ${other.label}`);
    const answer = await ask(question);
    if (answer === '') return undefined;
    if (answer === other?.answer) return 'other';
    const chosen = /^\d{1,3}$/.test(answer) ? options[Number(answer) - 1] : undefined;
    if (chosen) return chosen[0];
    say(strings.notInList);
  }
}

const describeItem = ({ itemType, title, author }: DemoItem) =>
  `${strings.itemTypes[itemType]}: ${title}${author ? ` — ${author}` : ''}`;

/**
 * Files one report after the other.
 * @param options where, as whom, and what may be chosen
 * @returns what the person wants next
 */
export async function fileReports(
  terminal: Terminal,
  { url, token, items }: { url: string; token: string; items: readonly DemoItem[] },
): Promise<'chat' | 'leave'> {
  for (;;) {
    const item = await choose(terminal, {
      title: strings.items,
      question: strings.itemQuestion,
      options: items.map((each) => [each, describeItem(each)] as const),
      other: { answer: CHAT_ANSWER, label: strings.chat.choice },
    });
    if (item === 'other') return 'chat';
    if (!item) return 'leave';
    const reason = await choose(terminal, {
      title: strings.reasons,
      question: strings.reasonQuestion,
      options: REPORT_REASONS.map((each) => [each, strings.reasonLabels[each]] as const),
    });
    if (!reason) return 'leave';
    const description = await terminal.ask(strings.description);
    const body = { reportedItem: item.id, itemType: item.itemType, reason, description };
    try {
      const { data } = createReport.answer.parse(await call(url, createReport, body, token));
      terminal.say(strings.filed(data._id));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      terminal.say(error.message);
      process.exitCode = 1;
    }
  }
}
