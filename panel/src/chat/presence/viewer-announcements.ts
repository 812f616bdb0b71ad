import type { ConversationViewer } from '@hai-dang/contract/chat/chat.schema.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

/** Who is meant, and what they do. */
export interface ViewersTold {
  readonly names: string;
  readonly doing: string;
}

const nameOf = ({ username }: ConversationViewer): string => (username?.trim() ? username : strings.unknownAdmin);

/** What there is to say of other administrators: who types an answer, else who looks on; undefined of nobody. */
export function tellViewers(viewers: readonly ConversationViewer[]): ViewersTold | undefined {
  const typing = viewers.filter(({ isTyping }) => isTyping);
  const meant = typing.length > 0 ? typing : viewers;
  const [first, second] = meant.map(nameOf);
  if (first === undefined) return undefined;
  const names =
    second === undefined
      ? first
      : meant.length === 2
        ? strings.bothNames(first, second)
        : strings.manyNames(first, meant.length - 1);
  return { names, doing: typing.length > 0 ? strings.viewerTyping : strings.viewing };
}

/** What has been read out, and of whom it need not be read out again. */
export interface ViewerNews {
  readonly text: string;
  readonly seen: ReadonlySet<string>;
  readonly typed: ReadonlySet<string>;
}
export const NO_VIEWER_NEWS: ViewerNews = { text: '', seen: new Set(), typed: new Set() };

/**
 * What is new for whoever hears the screen: that somebody has come, and the first time that they type; no more as long
 * as they stay, for somebody may begin and stop many times.
 */
export function nextViewerNews(before: ViewerNews, viewers: readonly ConversationViewer[]): ViewerNews {
  const ids = new Set(viewers.map(({ _id }) => _id));
  const newTypists = viewers.filter(({ _id, isTyping }) => isTyping && !before.typed.has(_id));
  const newcomers = viewers.filter(({ _id }) => !before.seen.has(_id));
  const told = tellViewers(newTypists.length > 0 ? newTypists : newcomers);
  return {
    text: told ? `${told.names} ${told.doing}` : ids.size === 0 ? '' : before.text,
    seen: ids,
    typed: new Set([...before.typed, ...newTypists.map(({ _id }) => _id)].filter((id) => ids.has(id))),
  };
}
