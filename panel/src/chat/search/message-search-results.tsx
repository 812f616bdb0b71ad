import { userStrings } from '../../entities/user.strings.ts';
import { Link } from '../../lib/link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { BusyLine } from '../../ui/busy-line.tsx';
import type { ChatView } from '../list/chat-view.ts';
import { conversationUrl, FROM_LIST } from '../list/selection.ts';
import { useFoundMessages } from './message-search.queries.ts';
import { messageSearchStrings as strings } from './message-search.strings.ts';
import { FoundMessageLine } from './search-result.tsx';
import { SearchState } from './search-state.tsx';

export interface MessageSearchResultsProps {
  readonly term: string;
  /** The view of the list, which the URL keeps. */
  readonly view: ChatView;
  /** Whether a conversation is open. */
  readonly isAnyChosen: boolean;
  readonly onOpen: () => void;
}

/** Messages of all conversations that match the term; each links to its position in the conversation. */
export function MessageSearchResults({ term, view, isAnyChosen, onOpen }: MessageSearchResultsProps) {
  const found = useFoundMessages(term);
  // A legacy backend searches users only.
  if (found.isUnsupported) return null;
  return (
    <section
      aria-label={strings.title}
      aria-busy={found.isPlaceholderData}
      className="relative flex min-h-0 flex-1 flex-col border-line border-t"
    >
      <BusyLine busy={found.isPlaceholderData} />
      <h2 className="px-3 pt-2 font-semibold text-sm">{strings.title}</h2>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <ul>
          {found.hits.map((hit) => {
            const { message, user } = hit;
            return (
              <li key={message._id}>
                <Link
                  to={conversationUrl(user._id, view, message.seq)}
                  state={isAnyChosen ? undefined : FROM_LIST}
                  onClick={onOpen}
                  className="flex items-center gap-3 px-3 py-2 hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <Avatar src={user.avatar} size={36} />
                  <FoundMessageLine
                    hit={hit}
                    term={term}
                    title={user.username?.trim() ? user.username : userStrings.unknownUser}
                  />
                </Link>
              </li>
            );
          })}
        </ul>
        <SearchState found={found} />
      </div>
    </section>
  );
}
