import { MESSAGE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { formatNumber } from '../../lib/format.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { cannedRepliesStrings } from '../canned-replies/canned-replies.strings.ts';
import { CannedRepliesMenu } from '../canned-replies/canned-replies-menu.tsx';
import { useReplyMenu } from '../canned-replies/use-canned-reply-menu.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { AttachmentButton } from '../images/attachment-button.tsx';
import { attachments, useAttachments } from '../images/browser-attachments.ts';
import { ChosenImages } from '../images/chosen-images.tsx';
import { outbox } from '../outbox/browser-outbox.ts';
import { drafts } from './drafts.ts';
import { useTypingSignal } from './use-typing.ts';

/** Matches devices with a keyboard that does not cover the screen. */
const HAS_KEYBOARD = '(hover: hover) and (pointer: fine)';

interface ComposerProps {
  readonly userId: string;
  readonly name: string;
}

/** The field for a new message to a user. Enter sends, Shift+Enter adds a line (specification, section 5). */
export function Composer({ userId, name }: ComposerProps) {
  const [text, setText] = useState(() => drafts.get(userId));
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const typing = useTypingSignal(userId);
  const trimmed = text.trim();
  const isTooLong = trimmed.length > MESSAGE_MAX_CHARS;
  const chosen = useAttachments(userId);
  const imageCount = chosen.attachments.length;
  const hasImages = imageCount > 0;
  const canSend = (trimmed !== '' || hasImages) && !isTooLong && !chosen.isReading && !chosen.isSending;

  // Focus at first, and whenever images were chosen: Enter sends them.
  const knownCount = useRef(-1);
  useEffect(() => {
    const isMore = imageCount > knownCount.current;
    knownCount.current = imageCount;
    if (isMore && window.matchMedia(HAS_KEYBOARD).matches) field.current?.focus({ preventScroll: true });
  }, [imageCount]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: fits the height to the text, up to a limit
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [text]);

  function change(next: string): void {
    setText(next);
    drafts.set(userId, next);
  }

  const replies = useReplyMenu({
    field,
    text,
    name: name === userStrings.unknownUser ? cannedRepliesStrings.you : name,
    onChange: (next) => {
      change(next);
      typing.typed();
    },
  });

  /** The text becomes the caption of the first image. */
  async function sendImages(caption: string): Promise<void> {
    const isOnItsWay = await attachments.send(userId, caption);
    if (!isOnItsWay && drafts.get(userId) === '') change(caption);
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { files, types } = event.clipboardData;
    // A clipboard that has both a text and an image, for instance table cells, is pasted as text.
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    void attachments.add(userId, [...files]);
  }

  function send(): void {
    if (!canSend) return;
    if (hasImages) void sendImages(trimmed);
    else outbox.send(userId, trimmed);
    change('');
    typing.stopped();
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (replies.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isImeKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={onSubmit} className="relative border-line border-t bg-surface px-3 py-2 sm:px-4">
      <CannedRepliesMenu open={replies.open} />
      {isTooLong && (
        <p id={noteId} role="alert" className="pb-1 font-semibold text-red-ink text-sm">
          {strings.tooLong(formatNumber(MESSAGE_MAX_CHARS))}
        </p>
      )}
      <ChosenImages userId={userId} chosen={chosen} />
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={strings.textLabel(name)}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? noteId : undefined}
          placeholder={strings.placeholder}
          enterKeyHint="send"
          onChange={(event) => {
            change(event.target.value);
            replies.onTyped(event.target);
            typing.typed();
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          {...replies.fieldProps}
          className="max-h-40 resize-none overflow-y-auto"
        />
        <AttachmentButton userId={userId} />
        <Button
          type="submit"
          variant="primary"
          aria-label={strings.send}
          title={strings.send}
          disabled={!canSend}
          className="h-10"
        >
          <SendHorizontal aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        </Button>
      </div>
    </form>
  );
}
