import { type ComponentType, type ReactNode, use } from 'react';
import type { Prefetch } from '../lib/prefetch.ts';
import { appStrings } from './app.strings.ts';

/** Specification, section 9: how long a script may take before it counts as failed. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A screen's code could not be fetched: the network, or a newer version has replaced the files. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** What a screen's chunk exports. */
interface ScreenCode<Props> {
  readonly Screen: ComponentType<Props>;
  /** Loads the screen's first data. */
  readonly prefetch?: Prefetch;
  /** The screen's heading, for the shell that is painted before it. */
  readonly heading?: string;
}

/** A screen in a chunk of its own. */
export interface LazyScreen<Props> {
  (props: Props): ReactNode;
  /** Fetches the code; rejects with ChunkLoadError. */
  preload(): Promise<ScreenCode<Props>>;
  /** Fetches the code before it is needed; a failure is ignored, and the next call tries again. */
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

/**
 * Makes a component of a screen that has its own chunk. Unlike React.lazy it renders at once when the code is there
 * already, so that the first screen, awaited before the root is made, costs no Suspense reveal.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ScreenCode<Props>>): LazyScreen<Props> {
  let loaded: ScreenCode<Props> | undefined;
  let pending: Promise<ScreenCode<Props>> | undefined;

  function preload(): Promise<ScreenCode<Props>> {
    pending ??= withTimeout(load()).then((code) => {
      loaded = code;
      return code;
    });
    return pending;
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, when the module is loaded
  function Lazy(props: Props) {
    const { Screen } = loaded ?? use(preload());
    return <Screen {...props} />;
  }

  return Object.assign(Lazy, {
    preload,
    prefetch: () =>
      preload().catch(() => {
        pending = undefined;
        return undefined;
      }),
  });
}
