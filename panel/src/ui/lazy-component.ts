import { type ComponentType, useEffect, useState } from 'react';

export interface LazyCode<Props> {
  /** The component, if its code is here already. */
  loaded(): ComponentType<Props> | undefined;
  fetch(): Promise<ComponentType<Props>>;
  /** Fetches ahead of need, in silence. */
  preload(): void;
}

/**
 * Code that is fetched when it is first wanted.
 * @param load a dynamic import; after a failure the next wish tries again
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
 * The component behind lazy code, without Suspense: what is on the screen stays as it is until the code is here.
 * @param onError hears that the code could not be fetched; give it a stable function
 */
export function useLazyComponent<Props>(
  code: LazyCode<Props>,
  wanted: boolean,
  onError: () => void,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => code.loaded());
  useEffect(() => {
    if (!wanted || component) return;
    let active = true;
    code.fetch().then(
      (fetched) => active && setComponent(() => fetched),
      () => active && onError(),
    );
    return () => {
      active = false;
    };
  }, [code, wanted, component, onError]);
  // At once where it was fetched ahead: what is typed right after the wish finds its field.
  return component ?? code.loaded();
}
