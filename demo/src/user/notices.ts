import { createAppeal, listNotices } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { AccountDisabledDetails, Notice } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { ApiError, call } from './api-client.ts';
import { choose } from './choice.ts';
import type { Terminal } from './terminal.ts';
import { userStrings as strings } from './user.strings.ts';

const toDate = (text: string | null) => (text === null ? null : new Date(text));

const describeNotice = ({ text, createdAt, until, canAppeal, appealUntil }: Notice) =>
  strings.notices.line({
    text,
    at: new Date(createdAt),
    until: toDate(until),
    appealUntil: canAppeal ? toDate(appealUntil) : null,
  });

/** Says why somebody cannot sign in. */
export function printDisabled({ print }: Terminal, { reason, until }: AccountDisabledDetails): void {
  print(strings.notices.disabled(reason, toDate(until)));
}

/**
 * Shows the user's notices of decisions, and objects to one after the other, until nothing is chosen.
 * @param token of a session, or of a sign-in that was rejected since the account is disabled
 */
export async function readNotices(terminal: Terminal, { url, token }: { url: string; token: string }): Promise<void> {
  for (;;) {
    const { data } = listNotices.response.parse(await call(url, listNotices, {}, token));
    if (data.length === 0) {
      terminal.print(strings.notices.none);
      return;
    }
    const notice = await choose(terminal, {
      title: strings.notices.title,
      question: strings.notices.question,
      options: data.map((each) => [each, describeNotice(each)] as const),
    });
    if (notice === undefined || notice === 'other') return;
    const text = await terminal.ask(strings.notices.text);
    try {
      const body = { noticeId: notice._id, text };
      const { data: appeal } = createAppeal.response.parse(await call(url, createAppeal, body, token));
      terminal.print(strings.notices.sent(new Date(appeal.dueAt)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      terminal.print(error.message);
      process.exitCode = 1;
    }
  }
}
