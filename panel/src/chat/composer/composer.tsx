import type { ChatMessage, MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { MESSAGE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { formatNumber } from '../../lib/format.ts';
import { isImeKey } from '../../lib/ime-key.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFitHeight } from '../../ui/use-fit-height.ts';
import { cannedRepliesStrings } from '../canned-replies/canned-replies.strings.ts';
import { CannedRepliesMenu } from '../canned-replies/canned-replies-menu.tsx';
import { useReplyMenu } from '../canned-replies/use-canned-reply-menu.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { AttachmentButton } from '../images/attachment-button.tsx';
import { attachments, useAttachments } from '../images/browser-attachments.ts';
import { ChosenImages } from '../images/chosen-images.tsx';
import { outbox } from '../outbox/browser-outbox.ts';
import { quoteNow } from '../quotes/quote.ts';
import { QuoteBar } from '../quotes/quote-bar.tsx';
import { setQuoted } from '../quotes/quoted-messages.ts';
import { drafts, sentEarly } from './drafts.ts';
import { useTypingSignal } from './use-typing.ts';

/** Matches devices with a keyboard that does not cover the screen. */
const HAS_KEYBOARD = '(hover: hover) and (pointer: fine)';

const hasModifier = ({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  shiftKey || altKey || ctrlKey || metaKey;

interface ComposerProps {
  readonly userId: string;
  readonly name: string;
  /** The message that the text quotes; images are sent without a quote. */
  readonly quoted: MessageQuote | undefined;
  /** The quoted message, if it is loaded. */
  readonly quotedMessage: ChatMessage | undefined;
  /** ArrowUp in the empty field. */
  readonly onEditLast: () => void;
}

/** The field for a new message to a user. Enter sends, Shift+Enter adds a line (specification, section 5). */
export function Composer({ userId, name, quoted, quotedMessage, onEditLast }: ComposerProps) {
  const [text, setText] = useState(() => drafts.get(userId));
  const [isSentEarly] = useState(() => sentEarly.delete(userId));
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  /** Since an attempt to send a reply with a blank in it. */
  const [isWarned, setIsWarned] = useState(false);
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
    const { current: area } = field;
    // To the draft's end: it may be typed into while this replaces LoadingConversation.
    if (knownCount.current === -1) area?.setSelectionRange(area.value.length, area.value.length);
    knownCount.current = imageCount;
    if (isMore && window.matchMedia(HAS_KEYBOARD).matches) area?.focus({ preventScroll: true });
  }, [imageCount]);

  const knownQuoted = useRef(quoted);
  useEffect(() => {
    if (quoted && quoted !== knownQuoted.current) field.current?.focus({ preventScroll: true });
    knownQuoted.current = quoted;
  }, [quoted]);
  const quote = quoted && !hasImages ? quoteNow(quoted, quotedMessage) : undefined;
  const quoteId = useId();

  useFitHeight(field, text);

  function change(next: string): void {
    setText(next);
    drafts.set(userId, next);
  }
  // A text that was sent in another tab must not be sent again from here.
  useEffect(() => drafts.onRemovedElsewhere(userId, () => setText('')), [userId]);

  const replies = useReplyMenu({
    field,
    text,
    name: name === userStrings.unknownUser ? cannedRepliesStrings.you : name,
    onChange: (next) => {
      change(next);
      typing.typed();
    },
  });

  const blankNote = isWarned && replies.blank !== null ? cannedRepliesStrings.unfilled(replies.blank) : null;
  const problem = isTooLong ? strings.tooLong(formatNumber(MESSAGE_MAX_CHARS)) : blankNote;

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
    setIsWarned(replies.blank !== null);
    if (replies.blank !== null) {
      replies.selectBlank();
      return;
    }
    if (hasImages) void sendImages(trimmed);
    else {
      outbox.send(userId, trimmed, quote);
      setQuoted(userId, undefined);
    }
    change('');
    typing.stopped();
    field.current?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the draft with which it begins
  useEffect(() => {
    if (isSentEarly) send();
  }, []);

  function removeQuote(): void {
    setQuoted(userId, undefined);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (replies.onKeyDown(event)) return;
    if (event.key === 'Escape' && quote && !isImeKey(event.nativeEvent)) {
      event.stopPropagation();
      removeQuote();
      return;
    }
    if (event.key === 'ArrowUp' && text === '' && !hasImages && !hasModifier(event)) {
      event.preventDefault();
      onEditLast();
      return;
    }
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
      <CannedRepliesMenu menu={replies} />
      {problem !== null && (
        <p id={noteId} role="alert" className="wrap-anywhere pb-1 font-semibold text-red-ink text-sm">
          {problem}
        </p>
      )}
      {quote && <QuoteBar id={quoteId} quote={quote} onRemove={removeQuote} />}
      <ChosenImages userId={userId} chosen={chosen} />
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={strings.textLabel(name)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? quote && quoteId : noteId}
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
