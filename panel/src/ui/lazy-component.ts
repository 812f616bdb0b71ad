import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { untilLoaded } from '../lib/until-loaded.ts';

export interface LazyCode<Props> {
  /** The component, if its code is already loaded. */
  loaded(): ComponentType<Props> | undefined;
  fetch(): Promise<ComponentType<Props>>;
  /** Prefetches the code; a failure is ignored. */
  preload(): void;
  /** Repeats a failed load until it succeeds; meanwhile the header says that something is missing. */
  repeat(): void;
}

/**
 * A component whose code is loaded on first use.
 * @param load a dynamic import
 */
export function lazyCode<Props>(load: () => Promise<ComponentType<Props>>): LazyCode<Props> {
  let loaded: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  let isRepeating = false;

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

  function repeat(): void {
    if (isRepeating) return;
    isRepeating = true;
    void untilLoaded(fetch).then(() => {
      isRepeating = false;
    });
  }

  return { loaded: () => loaded, fetch, preload: () => void fetch().catch(() => undefined), repeat };
}

/**
 * The component of lazy code, without Suspense: the screen stays as it is until the code is loaded.
 * @param onError called if the code could not be loaded, which is repeated for the next use; pass a stable function. Without it
 *   the component appears once a repeated load succeeds
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
      () => {
        // Some browsers keep a failed import until a reload, which the notice in the header offers.
        code.repeat();
        if (active) onError?.();
      },
    );
    return () => {
      active = false;
    };
  }, [code, wanted, component, onError]);
  // Prefetched code is returned at once: what is typed right after the press goes into the field.
  return component ?? code.loaded();
}

/**
 * A part of a screen that is shown once its code is loaded; the screen does not wait for it.
 * @param fallback in its place until then
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const code = lazyCode(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when the module is loaded
  return function LaterPart(props) {
    const Part = useLazyComponent(code, true);
    return Part ? createElement(Part, props) : fallback;
  };
}
