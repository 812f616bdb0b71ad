import type { ComponentType, ReactNode } from 'react';
import { lazyCode, useLazyComponent } from '../../ui/lazy-component.ts';

/** A part of a screen that is shown once its code is loaded; the screen does not wait for it. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const code = lazyCode(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when the module is loaded
  return function LaterPart(props) {
    const Part = useLazyComponent(code, true);
    return Part && <Part {...props} />;
  };
}
