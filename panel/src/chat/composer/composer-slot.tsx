import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useActions } from '../../lib/actions.ts';
import { useStore } from '../../lib/create-store.ts';
import { lazyCode } from '../../lib/lazy-code.ts';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { chatActions } from '../chat.actions.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import type { TimelineItem } from '../conversation/conversation-timeline.ts';
import { editedMessage } from '../conversation/edited-message.ts';
import { changeableForMs } from '../conversation/use-is-changeable.ts';
import { ChatNoteComposer } from '../notes/conversation-notes.tsx';
import { quotedMessages } from '../quotes/quoted-messages.ts';
import { Composer } from './composer.tsx';

const editor = lazyCode(() => import('../conversation/message-editor.tsx').then((m) => m.MessageEditor));

const stopEditing = () => editedMessage.set(undefined);

interface ComposerSlotProps {
  readonly userId: string;
  readonly name: string;
  readonly items: readonly TimelineItem[];
  /** Whether the backend lets a message be quoted, and its author edit it. */
  readonly canChange: boolean;
}

/** The field for a new message, or for one that is being edited. The draft stays, and is back after the edit. */
export function ComposerSlot({ userId, name, items, canChange }: ComposerSlotProps) {
  const edited = useStore(editedMessage);
  const [isNote, setIsNote] = useState(false);
  const quoted = useStore(quotedMessages, (all) => all.get(userId));
  const [knownQuoted, setKnownQuoted] = useState(quoted);
  if (quoted !== knownQuoted) {
    setKnownQuoted(quoted);
    // A note has no quote.
    if (quoted) setIsNote(false);
  }
  const switchKind = () => setIsNote(!isNote);
  useActions([{ ...chatActions.switchKind, when: canChange, run: switchKind }]);
  useEffect(() => stopEditing, []);
  // It was deleted meanwhile, in another tab.
  const isGone =
    edited !== undefined &&
    items.some((item) => item.kind === 'message' && item.message._id === edited._id && item.message.deletedAt);
  useEffect(() => {
    if (isGone) stopEditing();
  }, [isGone]);
  // The editor is prefetched: what is typed right after the press goes into its field.
  useEffect(() => {
    if (canChange) void editor.preload();
  }, [canChange]);
  const Editor = useLazyComponent(editor, edited !== undefined, stopEditing);
  if (edited && Editor) return <Editor key={edited._id} message={edited} onClose={stopEditing} />;

  function editLast(): void {
    const last = items.findLast((item) => item.kind === 'outgoing' || (item.kind === 'message' && item.side === 'own'));
    if (!canChange || last?.kind !== 'message') return;
    const { message } = last;
    if (message.type === 'text' && changeableForMs(message, Date.now()) > 0) editedMessage.set(message);
  }
  const quotedItem = quoted && items.find((item) => item.kind === 'message' && item.message._id === quoted._id);
  const quotedMessage = quotedItem?.kind === 'message' ? quotedItem.message : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of both fields within
    <div
      onKeyDown={(event) => {
        // The key is known by its place: Alt changes what it writes on some keyboards.
        if (!canChange || !event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyN') return;
        event.preventDefault();
        if (!event.repeat) switchKind();
      }}
    >
      {canChange && <KindSwitch isNote={isNote} onSwitch={setIsNote} />}
      {isNote ? (
        <div className="border-amber-ink border-t-2 border-dashed bg-amber-soft px-3 pt-2 sm:px-4">
          <ChatNoteComposer userId={userId} onSaved={() => setIsNote(false)} />
        </div>
      ) : (
        <Composer {...{ userId, name, quoted, quotedMessage }} onEditLast={editLast} />
      )}
    </div>
  );
}

interface KindSwitchProps {
  readonly isNote: boolean;
  readonly onSwitch: (toNote: boolean) => void;
}

/** Whether what is written goes to the user or is a note for administrators. */
function KindSwitch({ isNote, onSwitch }: KindSwitchProps) {
  return (
    <fieldset
      aria-keyshortcuts={chatActions.switchKind.key}
      className="flex flex-wrap items-center gap-x-2 border-line border-t bg-surface px-3 pt-1 text-xs sm:px-4"
    >
      <legend className="sr-only">{strings.writeAs}</legend>
      {[false, true].map((kind) => (
        <label
          key={String(kind)}
          title={`${strings.noteHelp} (${chatActions.switchKind.key})`}
          className="relative flex min-h-7 cursor-pointer items-center rounded-md px-2 font-semibold text-ink-muted hover:bg-hover has-checked:bg-accent-soft has-checked:text-accent-ink data-note:has-checked:bg-amber-soft data-note:has-checked:text-amber-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          data-note={kind || undefined}
        >
          <input
            type="radio"
            name="chat-kind"
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={kind === isNote}
            onChange={() => onSwitch(kind)}
          />
          {kind && <Lock aria-hidden="true" className="mr-1 size-3.5" strokeWidth={2} />}
          {kind ? strings.note : strings.reply}
        </label>
      ))}
      {isNote && <span className="text-amber-ink">{strings.noteHint}</span>}
    </fieldset>
  );
}
