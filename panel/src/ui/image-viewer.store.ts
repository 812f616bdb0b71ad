import { createStore } from '../lib/create-store.ts';

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
export const imageViewer = createStore<ViewerRequest | undefined>(undefined);
