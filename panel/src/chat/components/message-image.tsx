import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { ImageOff } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { sharedStrings } from '../../lib/strings.ts';
import { Picture } from '../../ui/picture.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { outgoingKey, pictures, usePicture } from '../browser-pictures.ts';
import { conversationStrings as strings } from '../conversation.strings.ts';
import { useViewPicture } from '../conversation-pictures.tsx';
import { keptPicture } from '../picture-address.ts';
import type { ShownPicture } from '../picture-shelf.ts';
import { MessageText } from './message-text.tsx';

/** The box that a picture is fitted into, and what it is at least. */
const BOX_WIDTH_PX = 256;
const BOX_HEIGHT_PX = 320;
const BOX_MIN_PX = 64;
/** Where nobody knows how large a picture is. */
const UNKNOWN_SIZE = { width: 256, height: 192 };
const BUTTON_CLASS = 'my-1 block max-w-full cursor-zoom-in overflow-hidden rounded-md';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The place of a picture before it is there, so that nothing moves when it comes. */
function placeOf({ width, height }: Size): CSSProperties {
  const scale = Math.min(1, BOX_WIDTH_PX / width, BOX_HEIGHT_PX / height);
  const shown = [width, height].map((side) => Math.max(BOX_MIN_PX, Math.round(side * scale)));
  return { width: shown[0], aspectRatio: shown.join('/') };
}

interface ShelvedPictureProps {
  readonly shown: ShownPicture;
  readonly size: Size;
  readonly alt: string;
  /** A press tries again. */
  readonly canRetry?: boolean;
  /** The browser cannot show it. */
  readonly onBroken?: (() => void) | undefined;
}

/** A picture that is read by hand, in its place from the beginning. */
export function ShelvedPicture({ shown, size, alt, canRetry = false, onBroken }: ShelvedPictureProps) {
  const place = placeOf(size);
  if (shown.kind === 'here') {
    return (
      <img
        src={shown.url}
        alt={alt}
        draggable={false}
        onError={onBroken}
        style={place}
        className="block max-w-full rounded-md bg-sunken object-contain"
      />
    );
  }
  return (
    <span
      style={place}
      className="flex max-w-full flex-col items-center justify-center rounded-md bg-sunken text-ink-muted text-xs"
    >
      {shown.kind === 'loading' ? (
        <Spinner label={strings.loadingImage} />
      ) : (
        <>
          <ImageOff aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.5} />
          {sharedStrings.imageUnavailable}
          {canRetry && <span className="font-semibold underline">{sharedStrings.retry}</span>}
        </>
      )}
    </span>
  );
}

/** A picture that the server keeps. */
function KeptPicture({ message, isOwn }: MessageImageProps) {
  const view = useViewPicture();
  const { image, content, tempId } = message;
  const address = image?.preview ?? content;
  // What this browser has just sent need not be read back.
  const [isOutgoing, setIsOutgoing] = useState(() => isOwn && tempId != null && pictures.has(outgoingKey(tempId)));
  const key = isOutgoing && tempId != null ? outgoingKey(tempId) : address;
  const shown = usePicture(key);
  const hasFailed = shown.kind === 'failed';
  // The outbox does not hold it any more.
  if (isOutgoing && hasFailed) setIsOutgoing(false);
  return (
    <button
      type="button"
      aria-label={hasFailed ? undefined : strings.image}
      onClick={() => (hasFailed ? pictures.retry(key) : view(message))}
      className={BUTTON_CLASS}
    >
      <ShelvedPicture
        shown={shown}
        size={image ?? UNKNOWN_SIZE}
        alt=""
        canRetry
        onBroken={isOutgoing ? () => setIsOutgoing(false) : undefined}
      />
    </button>
  );
}

interface MessageImageProps {
  readonly message: ChatMessage;
  /** Sent by the administrator at this screen. */
  readonly isOwn: boolean;
}

/** A message that is a picture, with its caption. */
export function MessageImage({ message, isOwn }: MessageImageProps) {
  const view = useViewPicture();
  return (
    <>
      {keptPicture(message.content) ? (
        <KeptPicture message={message} isOwn={isOwn} />
      ) : (
        <button type="button" aria-label={strings.image} onClick={() => view(message)} className={BUTTON_CLASS}>
          <Picture src={message.content} alt="" fit="contain" className="h-48 w-64 max-w-full rounded-md" />
        </button>
      )}
      {message.caption ? <MessageText text={message.caption} /> : null}
    </>
  );
}
