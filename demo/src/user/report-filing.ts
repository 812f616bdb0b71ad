import { createReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { REPORT_REASONS, type ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import { ApiError, call } from './api-client.ts';
import { choose } from './choice.ts';
import type { ReportableSubject } from './reportable-subjects.ts';
import type { Terminal } from './terminal.ts';
import { userStrings as strings } from './user.strings.ts';

/** Typed instead of a number to start the chat. */
const CHAT_CHOICE = 'c';

/** The reasons, and a rule that none of them stands for. */
const GROUNDS: ReadonlyArray<{ reason: ReportReason; policy?: 'child_safety' }> = [
  ...REPORT_REASONS.map((reason) => ({ reason })),
  { reason: 'other', policy: 'child_safety' },
];

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
    const grounds = await choose(terminal, {
      title: strings.reasons,
      question: strings.reasonQuestion,
      options: GROUNDS.map(
        (each) => [each, each.policy ? strings.ruleLabels[each.policy] : strings.reasonLabels[each.reason]] as const,
      ),
    });
    if (!grounds || grounds === 'other') return 'leave';
    const description = await terminal.ask(strings.description);
    const body = { reportedItem: subject.id, itemType: subject.itemType, ...grounds, description };
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
