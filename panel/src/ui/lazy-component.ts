import { type ComponentType, useEffect, useState } from 'react';
import { untilLoaded } from '../lib/until-loaded.ts';

export interface LazyCode<Props> {
  /** The component, if its code is already loaded. */
  loaded(): ComponentType<Props> | undefined;
  fetch(): Promise<ComponentType<Props>>;
  /** Prefetches the code; a failure is ignored. */
  preload(): void;
}

/**
 * A component whose code is loaded on first use.
 * @param load a dynamic import; after a failure the next use tries again
 */
export function lazyCode<Props>(load: () => Promise<ComponentType<Props>>): LazyCode<Props> {
  let loaded: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;

  function fetch(): Promise<ComponentType<Props>> {
    pending ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  }

  return { loaded: () => loaded, fetch, preload: () => void fetch().catch(() => undefined) };
}

/**
 * The component of lazy code, without Suspense: the screen stays as it is until the code is loaded.
 * @param onError called if the code could not be loaded; pass a stable function. Without it the load is repeated until it
 *   succeeds
 */
export function useLazyComponent<Props>(
  code: LazyCode<Props>,
  wanted: boolean,
  onError?: () => void,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => code.loaded());
  useEffect(() => {
    if (!wanted || component) return;
    let active = true;
    const loading = onError ? code.fetch() : untilLoaded(code.fetch);
    loading.then(
      (fetched) => active && setComponent(() => fetched),
      () => active && onError?.(),
    );
    return () => {
      active = false;
    };
  }, [code, wanted, component, onError]);
  // At once where the code was prefetched: what is typed right after the press goes into the field.
  return component ?? code.loaded();
}
