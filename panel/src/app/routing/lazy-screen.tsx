import { type ComponentType, type ReactNode, use } from 'react';
import type { Prefetch } from '../../lib/prefetch.ts';
import { appStrings } from '../app.strings.ts';

/** Specification, section 9: how long a script may take before it counts as failed. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A screen's code could not be fetched: the network, or a newer version has replaced the files. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** What a screen's module may export beside the screen. */
interface ScreenExtras {
  /** Loads the screen's first data. */
  readonly prefetch?: Prefetch | undefined;
  /** The screen's heading, for the shell that is painted before it. */
  readonly heading?: string | undefined;
}

interface ScreenCode<Props> extends ScreenExtras {
  readonly Screen: ComponentType<Props>;
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

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props & object : never;

/**
 * Makes a component of a screen that has its own chunk. Unlike React.lazy it renders at once when the code is there
 * already, so that the first screen, awaited before the root is made, costs no Suspense reveal.
 * @param name the screen's name among the exports of its module
 */
export function lazyScreen<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyScreen<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  let loaded: ScreenCode<Props> | undefined;
  let pending: Promise<ScreenCode<Props>> | undefined;

  function preload(): Promise<ScreenCode<Props>> {
    pending ??= withTimeout(load()).then((module) => {
      const { prefetch, heading }: ScreenExtras = module;
      loaded = { Screen: module[name] as ComponentType<Props>, prefetch, heading };
      return loaded;
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
