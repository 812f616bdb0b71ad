import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { type LazyCode, lazyCode } from '../lib/lazy-code.ts';
import { untilLoaded } from '../lib/until-loaded.ts';

/**
 * The component of lazy code, without Suspense: the screen stays as it is until the code is loaded.
 * @param onError called if the code could not be loaded, which is repeated for the next use; pass a stable function. Without it
 *   the component appears once a repeated load succeeds
 */
export function useLazyComponent<Props>(
  code: LazyCode<ComponentType<Props>>,
  wanted: boolean,
  onError?: () => void,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState(() => code.loaded());
  useEffect(() => {
    if (!wanted || component) return;
    let active = true;
    const loading = onError ? code.load() : untilLoaded(code.load);
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
