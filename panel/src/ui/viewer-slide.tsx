import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import type { ViewerImage } from './image-viewer.ts';
import { useImage } from './use-image.ts';
import { VeiledImage, VeilLabel, veilStrings } from './veiled-image.tsx';

/** One image of the viewer. Pass the image's `key` as its React key. */
export function ViewerSlide({ image: { src: url, alt, veil, onLift } }: { readonly image: ViewerImage }) {
  const { src, onError, retry } = useImage(url);
  if (src === undefined) {
    return (
      <div role="alert" className="flex flex-col items-center gap-2">
        {sharedStrings.imageUnavailable}
        <Button onClick={retry}>{sharedStrings.retry}</Button>
      </div>
    );
  }
  const shown = (
    <img
      src={src}
      alt={alt}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
      className="h-full min-h-24 w-full min-w-24 rounded-lg bg-transparent object-contain"
    />
  );
  if (veil === undefined) return shown;
  return (
    <button type="button" onClick={onLift} className="relative size-full cursor-pointer">
      <span className="sr-only">
        {veilStrings.view}, {veilStrings.states[veil]}
      </span>
      <VeiledImage veil={veil} className="size-full">
        {shown}
      </VeiledImage>
      <VeilLabel />
    </button>
  );
}
