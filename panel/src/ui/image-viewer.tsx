import { createExternalSlot } from '../lib/external-slot.ts';

export interface ViewerImage {
  /** Its address; with `load` but its name. */
  readonly src: string;
  /** Reads a picture that no address alone gives out. */
  readonly load?: (signal: AbortSignal) => Promise<Blob>;
  readonly alt: string;
}

export interface ViewerRequest {
  readonly images: readonly ViewerImage[];
  /** From 0. */
  readonly startIndex: number;
}

/** What the viewer shows; the host in overlay-host.tsx draws it. */
export const viewerSlot = createExternalSlot<ViewerRequest>();

function view(images: readonly ViewerImage[], startIndex = 0): void {
  if (images.length > 0) viewerSlot.set({ images, startIndex });
}

/** @returns a stable function that opens the app's image viewer at one of the pictures */
export function useImageViewer(): (images: readonly ViewerImage[], startIndex?: number) => void {
  return view;
}
