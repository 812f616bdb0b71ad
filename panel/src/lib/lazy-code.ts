import { untilLoaded } from './until-loaded.ts';

/** Code that is loaded on first use. */
export interface LazyCode<Code> {
  /** The code, if it is loaded. */
  loaded(): Code | undefined;
  /** Loads the code; after a failure, anew. */
  load(): Promise<Code>;
  /** The last load, even one that failed, or the first: a component that awaits it starts no other at each render. */
  lastLoad(): Promise<Code>;
  /** Loads the code before it is needed; undefined after a failure, which the next use does not see. */
  preload(): Promise<Code | undefined>;
  /** Repeats a failed load until it succeeds; meanwhile the header says that something is missing. */
  repeat(): void;
}

/**
 * The one way to code that is not in its importer's chunk.
 * @param start a dynamic import
 */
export function lazyCode<Code>(start: () => Promise<Code>): LazyCode<Code> {
  let code: Code | undefined;
  let last: Promise<Code> | undefined;
  let hasFailed = false;
  let isRepeating = false;

  function begin(): Promise<Code> {
    hasFailed = false;
    last = start().then(
      (loaded) => {
        code = loaded;
        return loaded;
      },
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    );
    return last;
  }
  const lastLoad = () => last ?? begin();
  const load = () => (hasFailed ? begin() : lastLoad());

  return {
    loaded: () => code,
    load,
    lastLoad,
    preload: () =>
      load().catch(() => {
        last = undefined;
        return undefined;
      }),
    repeat() {
      if (isRepeating) return;
      isRepeating = true;
      void untilLoaded(load).then(() => {
        isRepeating = false;
      });
    },
  };
}
