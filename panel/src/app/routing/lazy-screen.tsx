import { type ComponentType, type ReactNode, use, useState } from 'react';
import { type LazyCode, lazyCode } from '../../lib/lazy-code.ts';
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

interface ScreenCode<Screen> extends ScreenExtras {
  readonly Screen: Screen;
}

/** A screen's chunk, whose load rejects with ChunkLoadError. */
export type ScreenChunk<Screen = unknown> = Pick<LazyCode<ScreenCode<Screen>>, 'load' | 'preload'>;

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props & object : never;

/**
 * Makes a component of a screen that has its own chunk. Unlike React.lazy it renders at once when the code is already
 * loaded, so that the first screen, awaited before the root is created, needs no Suspense reveal.
 * @param name the screen's name among the exports of its module
 */
export function lazyScreen<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): ((props: PropsOf<Module[Name]>) => ReactNode) & ScreenChunk<Module[Name]> {
  const code = lazyCode(() =>
    within(CHUNK_LOAD_TIMEOUT_MS, load()).then(
      (module): ScreenCode<Module[Name]> => {
        const { prefetch, heading }: ScreenExtras = module;
        return { Screen: module[name], prefetch, heading };
      },
      (cause: unknown) => {
        throw new ChunkLoadError(code.load, cause);
      },
    ),
  );

  type Props = PropsOf<Module[Name]>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, when the module is loaded
  function Awaited(props: Props) {
    const Screen = use(code.lastLoad()).Screen as ComponentType<Props>;
    return <Screen {...props} />;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: as above
  function Lazy(props: Props) {
    // As it was at the first render: the screen would be mounted anew by the other way.
    const [loaded] = useState(code.loaded);
    const Screen = (loaded?.Screen ?? Awaited) as ComponentType<Props>;
    return <Screen {...props} />;
  }

  return Object.assign(Lazy, { load: code.load, preload: code.preload });
}
