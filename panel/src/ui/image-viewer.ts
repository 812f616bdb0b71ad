import { createOverlay } from './overlay.tsx';
import type { Veil } from './use-veils.ts';

export interface ViewerImage {
  /** Identifies the image; its URL may change while it is shown. */
  readonly key: string | number;
  readonly src: string;
  readonly alt: string;
  /** Undefined for an image that is shown. */
  readonly veil?: Veil | undefined;
  readonly onLift?: () => void;
}

export interface ViewerRequest {
  /** The component that opened the viewer. */
  readonly owner: object;
  readonly images: readonly ViewerImage[];
  /** The index of the image that is shown first, from 0. */
  readonly startIndex: number;
  readonly refresh: (url: string) => void;
}

export const imageViewer = createOverlay<ViewerRequest>(() =>
  import('./image-viewer-dialog.tsx').then((module) => module.ImageViewerDialog),
);
