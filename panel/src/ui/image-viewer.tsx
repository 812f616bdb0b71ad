import { useContext, useEffect, useState } from 'react';
import { createExternalSlot } from '../lib/external-slot.ts';
import { RefreshImage } from './use-image.ts';

export interface ViewerImage {
  /** Tells it from the others; its URL may change while it is shown. */
  readonly key: string | number;
  readonly src: string;
  readonly alt: string;
}

export interface ViewerRequest {
  /** Who has opened the viewer. */
  readonly owner: object;
  readonly images: readonly ViewerImage[];
  /** From 0. */
  readonly startIndex: number;
  readonly refresh: (url: string) => void;
}

/** What the viewer shows; the host in overlay-host.tsx draws it. */
export const viewerSlot = createExternalSlot<ViewerRequest>();

/**
 * The app's image viewer for these images. While it shows them it gets their newest URLs.
 * @returns opens it at one of them, counted from 0
 */
export function useImageViewer(images: readonly ViewerImage[]): (startIndex: number) => void {
  const refresh = useContext(RefreshImage);
  const [owner] = useState(() => ({}));
  useEffect(() => {
    const request = viewerSlot.get();
    if (request?.owner !== owner) return;
    const newest = new Map(images.map((image) => [image.key, image]));
    viewerSlot.set({ ...request, images: request.images.map((image) => newest.get(image.key) ?? image) });
  }, [images, owner]);
  return (startIndex) => {
    if (images.length > 0) viewerSlot.set({ owner, images, startIndex, refresh });
  };
}
