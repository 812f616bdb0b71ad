import { useContext, useEffect, useState } from 'react';
import { imageViewer, type ViewerImage } from './image-viewer.ts';
import { RefreshImage } from './use-image.ts';

/**
 * Connects images to the app's image viewer, which receives their newest URLs while it shows them.
 * @returns opens it at one of them, counted from 0
 */
export function useImageViewer(images: readonly ViewerImage[]): (startIndex: number) => void {
  const refresh = useContext(RefreshImage);
  const [owner] = useState(() => ({}));
  useEffect(() => {
    const request = imageViewer.opened.get()?.request;
    if (request?.owner !== owner) return;
    const newest = new Map(images.map((image) => [image.key, image]));
    imageViewer.open({ ...request, images: request.images.map((image) => newest.get(image.key) ?? image) });
  }, [images, owner]);
  return (startIndex) => {
    if (images.length > 0) imageViewer.open({ owner, images, startIndex, refresh });
  };
}
