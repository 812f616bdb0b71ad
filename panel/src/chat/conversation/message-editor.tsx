import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFitHeight } from '../../ui/use-fit-height.ts';
import { conversationStrings } from './conversation.strings.ts';
import { changeError, useEditMessage } from './message-changes.mutations.ts';
import { messageChangesStrings as strings } from './message-changes.strings.ts';

interface MessageEditorProps {
  readonly message: ChatMessage;
  /** It is saved, or the edit is cancelled. */
  readonly onClose: () => void;
}

/** The field for the text of a message that is being edited. Enter saves, Shift+Enter adds a line, Escape cancels. */
export function MessageEditor({ message, onClose }: MessageEditorProps) {
  const [text, setText] = useState(message.content);
  const [error, setError] = useState<string | null>(null);
  const { mutateAsync: edit, isPending: isSaving } = useEditMessage(message._id);
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const trimmed = text.trim();
  const isTooLong = trimmed.length > MESSAGE_MAX_CHARS;
  const problem = isTooLong ? conversationStrings.tooLong(formatNumber(MESSAGE_MAX_CHARS)) : error;
  const canSave = trimmed !== '' && !isTooLong && !isSaving;

  useEffect(() => {
    const area = field.current;
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  useFitHeight(field, text);

  async function save(): Promise<void> {
    if (!canSave) return;
    if (trimmed === message.content) return onClose();
    try {
      await edit(trimmed);
      onClose();
    } catch (reason) {
      setError(changeError(reason, strings.editFailed));
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isImeKey(event.nativeEvent) || event.altKey) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <form
      aria-label={strings.editing}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="border-line border-t bg-surface px-3 py-2 sm:px-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 pb-1 text-sm">
        <span className="border-accent border-l-2 pl-2 font-semibold text-ink">{strings.editing}</span>
        <TextButton onClick={onClose}>{sharedStrings.cancel}</TextButton>
      </div>
      {problem !== null && (
        <p id={noteId} role="alert" className="wrap-anywhere pb-1 font-semibold text-red-ink text-sm">
          {problem}
        </p>
      )}
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={strings.editLabel}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : noteId}
          enterKeyHint="done"
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
          onKeyDown={onKeyDown}
          className="max-h-40 resize-none overflow-y-auto"
        />
        <Button
          type="submit"
          variant="primary"
          aria-label={strings.save}
          title={strings.save}
          disabled={!canSave}
          className="h-10"
        >
          <Check aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        </Button>
      </div>
    </form>
  );
}
