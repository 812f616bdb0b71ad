import { createReport } from '@hai-dang/contract/reports/reports.endpoints.ts';
import { REPORT_REASONS } from '@hai-dang/contract/reports/reports.schema.ts';
import { ApiError, call } from './api-client.ts';
import type { ReportableSubject } from './reportable-subjects.ts';
import type { Terminal } from './terminal.ts';
import { userStrings as strings } from './user.strings.ts';

/** Typed instead of a number to start the chat. */
const CHAT_CHOICE = 'c';

interface Choice<T> {
  title: string;
  question: string;
  options: ReadonlyArray<readonly [T, string]>;
  /** Accepted inputs besides a number. */
  other?: { key: string; label: string };
}

/** @returns undefined if nothing is chosen, 'other' for the choice besides the options */
async function choose<T>({ print, ask }: Terminal, choice: Choice<T>): Promise<T | 'other' | undefined> {
  const { title, question, options, other } = choice;
  for (;;) {
    print(`\n${title}`);
    for (const [index, [, label]] of options.entries()) print(`${String(index + 1).padStart(3)}. ${label}`);
    if (other) print(`${other.key.padStart(3)}. ${other.label}`);
    const answer = await ask(question);
    if (answer === '') return undefined;
    if (answer === other?.key) return 'other';
    const chosen = /^\d{1,3}$/.test(answer) ? options[Number(answer) - 1] : undefined;
    if (chosen) return chosen[0];
    print(strings.notInList);
  }
}

const describeSubject = ({ itemType, title, author }: ReportableSubject) =>
  `${strings.itemTypes[itemType]}: ${title}${author ? ` — ${author}` : ''}`;

/**
 * Files one report after the other.
 * @returns the next action that the user chose
 */
export async function fileReports(
  terminal: Terminal,
  { url, token, subjects }: { url: string; token: string; subjects: readonly ReportableSubject[] },
): Promise<'chat' | 'leave'> {
  for (;;) {
    const subject = await choose(terminal, {
      title: strings.subjects,
      question: strings.subjectQuestion,
      options: subjects.map((each) => [each, describeSubject(each)] as const),
      other: { key: CHAT_CHOICE, label: strings.chat.choice },
    });
    if (subject === 'other') return 'chat';
    if (!subject) return 'leave';
    const reason = await choose(terminal, {
      title: strings.reasons,
      question: strings.reasonQuestion,
      options: REPORT_REASONS.map((each) => [each, strings.reasonLabels[each]] as const),
    });
    if (!reason) return 'leave';
    const description = await terminal.ask(strings.description);
    const body = { reportedItem: subject.id, itemType: subject.itemType, reason, description };
    try {
      const { data } = createReport.response.parse(await call(url, createReport, body, token));
      terminal.print(strings.filed(data._id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      terminal.print(error.message);
      process.exitCode = 1;
    }
  }
}
