import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { ImageOff } from 'lucide-react';
import type { CSSProperties } from 'react';
import { sharedStrings } from '../../lib/strings.ts';
import { useImage } from '../../ui/use-image.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { MessageText } from '../conversation/message-text.tsx';
import { useViewImage } from './conversation-images.tsx';

/** The maximum and minimum box of an image. */
const BOX_WIDTH_PX = 256;
const BOX_HEIGHT_PX = 320;
const BOX_MIN_PX = 64;
/** Where the size of an image is unknown. */
const UNKNOWN_SIZE = { width: 256, height: 192 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The box of an image before it has loaded, so that loading does not shift the layout. */
export function boxOf({ width, height }: Size): CSSProperties {
  const scale = Math.min(1, BOX_WIDTH_PX / width, BOX_HEIGHT_PX / height);
  const shown = [width, height].map((side) => Math.max(BOX_MIN_PX, Math.round(side * scale)));
  return { width: shown[0], aspectRatio: shown.join('/') };
}

/** A message that is an image, with its caption. A press opens the viewer; after a failure it loads the image again. */
export function MessageImage({ message }: { readonly message: ChatMessage }) {
  const view = useViewImage();
  const { image, content, caption } = message;
  const { src, onError, retry } = useImage(image?.preview ?? content);
  const box = boxOf(image ?? UNKNOWN_SIZE);
  return (
    <>
      <button
        type="button"
        aria-label={src === undefined ? undefined : strings.image}
        onClick={() => (src === undefined ? retry() : view(message))}
        className="my-1 block max-w-full cursor-zoom-in overflow-hidden rounded-md"
      >
        {src === undefined ? (
          <span
            style={box}
            className="flex max-w-full flex-col items-center justify-center rounded-md bg-sunken text-ink-muted text-xs"
          >
            <ImageOff aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.5} />
            {sharedStrings.imageUnavailable}
            <span className="font-semibold underline">{sharedStrings.retry}</span>
          </span>
        ) : (
          <img
            src={src}
            alt=""
            draggable={false}
            decoding="async"
            referrerPolicy="no-referrer"
            onError={onError}
            style={box}
            className="block max-w-full rounded-md bg-sunken object-contain"
          />
        )}
      </button>
      {caption ? <MessageText text={caption} /> : null}
    </>
  );
}
