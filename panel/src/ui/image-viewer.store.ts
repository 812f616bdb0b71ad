import { createStore } from '../lib/create-store.ts';
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
  /** From 0. */
  readonly startIndex: number;
  readonly refresh: (url: string) => void;
}

/** The content of the viewer; the host in overlay-host.tsx renders it. */
export const imageViewer = createStore<ViewerRequest | undefined>(undefined);
