import { type ComponentType, type ReactNode, use } from 'react';
import type { Prefetch } from '../../lib/query-client.ts';
import { within } from '../../lib/within.ts';
import { appStrings } from '../app.strings.ts';

/** Specification, section 9: timeout for loading a script. */
const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A screen's code could not be loaded: the network failed, or a newer version has replaced the files. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Repeats the load. */
  readonly loadAgain: () => Promise<unknown>;

  constructor(loadAgain: () => Promise<unknown>, cause?: unknown) {
    super(appStrings.chunkFailed, { cause });
    this.loadAgain = loadAgain;
  }
}

/** Further exports of a screen's module. */
interface ScreenExtras {
  /** Loads the screen's first data. */
  readonly prefetch?: Prefetch | undefined;
  /** The screen's heading, for the skeleton that is painted before it. */
  readonly heading?: string | undefined;
}

interface ScreenCode<Props> extends ScreenExtras {
  readonly Screen: ComponentType<Props>;
}

/** A screen in its own chunk. */
export interface LazyScreen<Props> {
  (props: Props): ReactNode;
  /** Loads the code; rejects with ChunkLoadError. */
  preload(): Promise<ScreenCode<Props>>;
  /** Prefetches the code; a failure is ignored, and the next call tries again. */
  prefetch(): Promise<ScreenCode<Props> | undefined>;
}

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props & object : never;

/**
 * Makes a component of a screen that has its own chunk. Unlike React.lazy it renders at once when the code is already
 * loaded, so that the first screen, awaited before the root is created, needs no Suspense reveal.
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
    pending ??= within(CHUNK_LOAD_TIMEOUT_MS, load()).then(
      (module) => {
        const { prefetch, heading }: ScreenExtras = module;
        loaded = { Screen: module[name] as ComponentType<Props>, prefetch, heading };
        return loaded;
      },
      (cause: unknown) => {
        throw new ChunkLoadError(loadAgain, cause);
      },
    );
    return pending;
  }
  function loadAgain(): Promise<ScreenCode<Props>> {
    pending = undefined;
    return preload();
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
