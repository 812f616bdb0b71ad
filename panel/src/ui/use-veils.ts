import { useState } from 'react';

/** How an image is shown until it is wanted; `pending`: not at all, while that is not known yet. */
export type Veil = 'blur' | 'grey' | 'pending';

/** An image keeps its path when its signature is renewed; the same image may be there twice. */
const keyOf = (url: string, index: number): string => `${index} ${url.split('?', 1)[0]}`;

interface Veils {
  /** Undefined for an image that is shown. */
  readonly veilOf: (url: string, index: number) => Veil | undefined;
  /** Shows one image, as long as the component is mounted. */
  readonly lift: (url: string, index: number) => void;
}

/** The veils of a component's images. @param veil of those that were not asked for; undefined for none */
export function useVeils(veil: Veil | undefined): Veils {
  const [lifted, setLifted] = useState<ReadonlySet<string>>(() => new Set());
  return {
    veilOf: (url, index) => (lifted.has(keyOf(url, index)) ? undefined : veil),
    lift: (url, index) => setLifted((before) => new Set(before).add(keyOf(url, index))),
  };
}
