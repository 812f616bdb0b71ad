import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

/** The named administrators, and whether they type. */
export interface ViewerSummary {
  readonly names: string;
  readonly doing: string;
}

const nameOf = ({ username }: ConversationViewer): string => (username?.trim() ? username : strings.unknownAdmin);

/** The administrators who type a reply, else those who have the conversation open; undefined if there are none. */
export function summarizeViewers(viewers: readonly ConversationViewer[]): ViewerSummary | undefined {
  const typing = viewers.filter(({ isTyping }) => isTyping);
  const named = typing.length > 0 ? typing : viewers;
  const [first, second] = named.map(nameOf);
  if (first === undefined) return undefined;
  const names =
    second === undefined
      ? first
      : named.length === 2
        ? strings.bothNames(first, second)
        : strings.manyNames(first, named.length - 1);
  return { names, doing: typing.length > 0 ? strings.viewerTyping : strings.viewing };
}

/** The text of the announcement, and the viewers already announced. */
export interface ViewerAnnouncement {
  readonly text: string;
  readonly present: ReadonlySet<string>;
  readonly typed: ReadonlySet<string>;
}
export const NO_ANNOUNCEMENT: ViewerAnnouncement = { text: '', present: new Set(), typed: new Set() };

/**
 * Announces viewers who join, and the first time that they type: an administrator may start and stop typing many times.
 */
export function nextAnnouncement(
  before: ViewerAnnouncement,
  viewers: readonly ConversationViewer[],
): ViewerAnnouncement {
  const ids = new Set(viewers.map(({ _id }) => _id));
  const newTypists = viewers.filter(({ _id, isTyping }) => isTyping && !before.typed.has(_id));
  const newcomers = viewers.filter(({ _id }) => !before.present.has(_id));
  const summary = summarizeViewers(newTypists.length > 0 ? newTypists : newcomers);
  return {
    text: summary ? `${summary.names} ${summary.doing}` : ids.size === 0 ? '' : before.text,
    present: ids,
    typed: new Set([...before.typed, ...newTypists.map(({ _id }) => _id)].filter((id) => ids.has(id))),
  };
}
