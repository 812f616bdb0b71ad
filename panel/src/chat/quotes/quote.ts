import type { ChatMessage, MessageQuote } from '@hai-dang/contract/chat/chat.schema.ts';
import { QUOTE_MAX_CHARS } from '@hai-dang/contract/constants.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

/** The beginning of a text, by characters and not by halves of them. */
const firstChars = (text: string): string => [...text.slice(0, 2 * QUOTE_MAX_CHARS)].slice(0, QUOTE_MAX_CHARS).join('');

/** A message as another one quotes it. */
export const quoteOf = ({ _id, seq, type, content, caption, isAdminMessage, sender }: ChatMessage): MessageQuote => ({
  _id,
  seq,
  content: firstChars(type === 'image' ? (caption ?? '') : content),
  type,
  isAdminMessage,
  senderName: sender.username,
});

/**
 * A quote, with the present text of the message where that has been edited or deleted; else the same object.
 * @param quoted undefined where the message is not loaded
 */
export const quoteNow = (quote: MessageQuote, quoted: ChatMessage | undefined): MessageQuote =>
  quoted?.editedAt !== undefined || quoted?.deletedAt !== undefined ? quoteOf(quoted) : quote;

/** The name of who wrote the quoted message. */
export const quotedName = ({ senderName, isAdminMessage }: MessageQuote): string =>
  senderName?.trim() || (isAdminMessage ? strings.unknownAdmin : userStrings.unknownUser);

/** The quoted message in words: an image by its caption, if it has one. */
export const quotedWords = ({ type, content }: MessageQuote): string =>
  type === 'image' ? [strings.image, content].filter(Boolean).join(', ') : content;
