export type ShownPicture = { readonly kind: 'loading' | 'failed' } | { readonly kind: 'here'; readonly url: string };

interface Kept {
  shown: ShownPicture;
  bytes: number;
  /** How many show it. */
  users: number;
  aborter: AbortController | undefined;
}

export interface PictureShelfParts {
  readonly load: (key: string, signal: AbortSignal) => Promise<Blob>;
  /** What nobody shows is kept up to this, the last shown longest. */
  readonly idleMaxBytes: number;
  readonly createUrl: (picture: Blob) => string;
  readonly revokeUrl: (url: string) => void;
}

const LOADING: ShownPicture = { kind: 'loading' };
const FAILED: ShownPicture = { kind: 'failed' };

/** Pictures that are read by hand, because they are given out for a token alone, or lie in this browser. */
export function createPictureShelf({ load, idleMaxBytes, createUrl, revokeUrl }: PictureShelfParts) {
  const watchers = new Set<() => void>();
  /** Those last wanted at the end. */
  const shelf = new Map<string, Kept>();

  function tell(): void {
    for (const watcher of watchers) watcher();
  }

  function drop(key: string, kept: Kept): void {
    shelf.delete(key);
    kept.aborter?.abort();
    if (kept.shown.kind === 'here') revokeUrl(kept.shown.url);
  }

  /** Drops what nobody shows, the longest unwanted first, until the rest is little enough. */
  function tidy(): void {
    const idle = [...shelf].filter(([, { users }]) => users === 0);
    let bytes = idle.reduce((sum, [, kept]) => sum + kept.bytes, 0);
    for (const [key, kept] of idle) {
      if (bytes <= idleMaxBytes && kept.shown.kind === 'here') continue;
      drop(key, kept);
      bytes -= kept.bytes;
    }
  }

  async function read(key: string, kept: Kept): Promise<void> {
    const aborter = new AbortController();
    kept.aborter = aborter;
    kept.shown = LOADING;
    let shown = FAILED;
    try {
      const picture = await load(key, aborter.signal);
      if (aborter.signal.aborted) return;
      kept.bytes = picture.size;
      shown = { kind: 'here', url: createUrl(picture) };
    } catch {
      if (aborter.signal.aborted) return;
    }
    kept.aborter = undefined;
    kept.shown = shown;
    tell();
  }

  return {
    /** @returns ends that */
    subscribe(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },

    /** The same object until something changes. */
    get: (key: string): ShownPicture => shelf.get(key)?.shown ?? LOADING,

    has: (key: string): boolean => shelf.get(key)?.shown.kind === 'here',

    /** Wants a picture from now on. @returns ends that, to be called once */
    want(key: string): () => void {
      const kept = shelf.get(key) ?? { shown: LOADING, bytes: 0, users: 0, aborter: undefined };
      shelf.delete(key);
      shelf.set(key, kept);
      kept.users += 1;
      if (kept.shown.kind !== 'here' && !kept.aborter) void read(key, kept);
      return () => {
        kept.users -= 1;
        tidy();
      };
    },

    /** Reads again what could not be read. */
    retry(key: string): void {
      const kept = shelf.get(key);
      if (!kept || kept.aborter) return;
      void read(key, kept);
      tell();
    },

    /** Forgets everything: another person's pictures are none of the next one's. */
    clear(): void {
      for (const [key, kept] of [...shelf]) drop(key, kept);
      tell();
    },
  };
}
