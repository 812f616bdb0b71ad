import { useLayoutEffect, useRef } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { Button } from './button.tsx';
import type { ViewerImage } from './image-viewer.ts';
import { type LoadableImage, useImage } from './use-image.ts';
import { VeiledImage, VeilLabel, veilStrings } from './veiled-image.tsx';

interface ViewerSlideProps {
  readonly image: ViewerImage;
}

/** One image of the viewer. Pass the image's `key` as its React key. */
export function ViewerSlide({ image }: ViewerSlideProps) {
  const loadable = useImage(image.src);
  const place = useRef<HTMLDivElement>(null);
  // A button of this image, or of the one before, may have gone away with the focus: keys must still reach the viewer.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  });
  return (
    <div ref={place} tabIndex={-1} className="flex size-full items-center justify-center outline-none">
      <SlideContent image={image} {...loadable} />
    </div>
  );
}

function SlideContent({ image, src, onError, retry }: ViewerSlideProps & LoadableImage) {
  const { alt, veil, onLift } = image;
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
