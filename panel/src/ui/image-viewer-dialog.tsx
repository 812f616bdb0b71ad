import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sharedStrings } from '../lib/strings.ts';
import { IconButton } from './icon-button.tsx';
import type { ViewerRequest } from './image-viewer.ts';
import type { OverlayProps } from './overlay.tsx';
import { RefreshImage } from './use-image.ts';
import { ViewerSlide } from './viewer-slide.tsx';

const strings = {
  viewer: 'Xem ảnh',
  previousImage: 'Ảnh trước',
  nextImage: 'Ảnh sau',
  imageCounter: (index: number, total: number) => `${index} / ${total}`,
} as const;

/** One image at a time over the whole screen; arrows, Home and End move, Esc closes. */
export function ImageViewerDialog({ request, onClose }: OverlayProps<ViewerRequest>) {
  const { images } = request;
  const [index, setIndex] = useState(request.startIndex);
  const dialog = useRef<HTMLDialogElement>(null);
  const image = images[index];
  const last = images.length - 1;

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // Back navigates to another screen, which the images would cover.
    window.addEventListener('popstate', onClose);
    return () => {
      window.removeEventListener('popstate', onClose);
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [onClose]);

  const go = (target: number): void => setIndex((target + images.length) % images.length);

  function onKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={strings.viewer}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-transparent p-0 text-ink backdrop:bg-backdrop open:flex"
    >
      <div className="flex min-h-0 flex-1 flex-col bg-canvas/95">
        <div className="flex items-center justify-between gap-3 p-2 pl-4">
          <p aria-live="polite" className="text-ink-muted text-sm tabular-nums">
            {strings.imageCounter(index + 1, images.length)}
          </p>
          <IconButton icon={X} label={sharedStrings.close} onClick={onClose} />
        </div>
        <div className="flex min-h-0 flex-1 items-center justify-center px-2 sm:px-6">
          <RefreshImage value={request.refresh}>{image && <ViewerSlide key={image.key} image={image} />}</RefreshImage>
        </div>
        <div className="flex h-16 items-center justify-center gap-6 p-2">
          {last > 0 && (
            <>
              <IconButton icon={ChevronLeft} label={strings.previousImage} onClick={() => go(index - 1)} />
              <IconButton icon={ChevronRight} label={strings.nextImage} onClick={() => go(index + 1)} />
            </>
          )}
        </div>
      </div>
    </dialog>
  );
}
