import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { EllipsisVertical, Pencil, Quote, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useConfirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMenu } from '../../ui/use-menu.tsx';
import { quotedName, quotedWords, quoteOf } from '../quotes/quote.ts';
import { setQuoted } from '../quotes/quoted-messages.ts';
import { quotesStrings } from '../quotes/quotes.strings.ts';
import { userIdOf } from './conversation-state.ts';
import { editedMessage } from './edited-message.ts';
import { changeError, useDeleteMessage } from './message-changes.mutations.ts';
import { messageChangesStrings as strings } from './message-changes.strings.ts';

interface MessageMenuProps {
  readonly message: ChatMessage;
  /** Whether the signed-in administrator can edit or delete it. */
  readonly isChangeable: boolean;
  /** Whether Tab reaches the button; arrow keys do in any case (use-message-focus.ts). */
  readonly isTabStop: boolean;
}

/** The menu of a message: everybody can quote it, and its author can change it while that is possible. */
export function MessageMenu({ message, isChangeable, isTabStop }: MessageMenuProps) {
  const confirm = useConfirm();
  const { mutateAsync: deleteMessage } = useDeleteMessage(message._id);
  const root = useRef<HTMLSpanElement>(null);

  async function askToDelete(): Promise<void> {
    const list = root.current?.closest<HTMLElement>('[role=log]');
    const isDeleted = await confirm({
      title: strings.deleteTitle,
      message: (
        <>
          {message.type === 'text' && (
            <p className="line-clamp-3 whitespace-pre-wrap border-line border-l-2 pl-2 text-ink [overflow-wrap:anywhere]">
              {message.content}
            </p>
          )}
          <p className="mt-2">{message.type === 'text' ? strings.deleteText : strings.deleteImage}</p>
        </>
      ),
      confirmLabel: strings.delete,
      tone: 'danger',
      run: () => deleteMessage(),
      explain: (error) => changeError(error, strings.deleteFailed),
    });
    // The menu is gone with what it was for.
    if (isDeleted) list?.focus({ preventScroll: true });
  }

  const quote = quoteOf(message);
  function startQuote(): void {
    const userId = userIdOf(message);
    if (userId === null) return;
    editedMessage.set(undefined);
    setQuoted(userId, quote);
  }

  const edit = { id: 'chat.edit', label: strings.edit, icon: Pencil, run: () => editedMessage.set(message) };
  const remove = {
    id: 'chat.delete',
    label: strings.delete,
    icon: Trash2,
    isDangerous: true,
    run: () => void askToDelete(),
  };
  // Up and down go to the menus of the other messages; Enter opens this one.
  const {
    opener: { onKeyDown, ...opener },
    menu,
  } = useMenu(strings.menu, [
    { id: 'chat.quote', label: quotesStrings.quote, icon: Quote, run: startQuote },
    ...(isChangeable && message.type === 'text' ? [edit] : []),
    ...(isChangeable ? [remove] : []),
  ]);
  return (
    <span ref={root}>
      <IconButton
        icon={EllipsisVertical}
        size="sm"
        label={strings.menu}
        aria-description={`${quotedName(quote)}: ${quotedWords(quote)}`}
        tabIndex={isTabStop ? 0 : -1}
        {...opener}
      />
      {menu}
    </span>
  );
}
