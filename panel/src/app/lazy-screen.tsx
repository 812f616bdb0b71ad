import { type ComponentType, use } from 'react';
import type { ReadAhead } from '../lib/read-ahead.ts';
import { appStrings } from './app.strings.ts';

/** Specification, section 9: how long a script may take before it counts as failed. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A screen's code could not be fetched: the network, or a newer version has replaced the files. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** What a screen's chunk has. */
interface ScreenCode<Props> {
  readonly Screen: ComponentType<Props>;
  readonly readAhead?: ReadAhead;
}

export interface LazyScreen<Props> {
  loaded(): ScreenCode<Props> | undefined;
  /** Fetches the code; rejects with ChunkLoadError. */
  preload(): Promise<ScreenCode<Props>>;
  /** Fetches the code ahead of need, in silence; a failure is forgotten. */
  prefetch(): Promise<ScreenCode<Props> | undefined>;
}

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(appStrings.chunkFailed)), CHUNK_LOAD_TIMEOUT_MS);
    promise
      .then(resolve, (cause: unknown) => reject(new ChunkLoadError(appStrings.chunkFailed, { cause })))
      .finally(() => clearTimeout(timer));
  });
}

/** A screen in a chunk of its own, to be drawn by Lazy. */
export function lazyScreen<Props>(load: () => Promise<ScreenCode<Props>>): LazyScreen<Props> {
  let loaded: ScreenCode<Props> | undefined;
  let pending: Promise<ScreenCode<Props>> | undefined;

  function preload(): Promise<ScreenCode<Props>> {
    pending ??= withTimeout(load()).then((code) => {
      loaded = code;
      return code;
    });
    return pending;
  }

  return {
    loaded: () => loaded,
    preload,
    prefetch: () =>
      preload().catch(() => {
        pending = undefined;
        return undefined;
      }),
  };
}

interface LazyProps<Props> {
  readonly screen: LazyScreen<Props>;
  readonly props: Props;
}

/**
 * Draws a screen of its own chunk. Unlike React.lazy it renders at once when the code is there already, so that the
 * first screen, awaited before the root is made, costs no Suspense reveal.
 */
export function Lazy<Props extends object>({ screen, props }: LazyProps<Props>) {
  const { Screen } = screen.loaded() ?? use(screen.preload());
  return <Screen {...props} />;
}
