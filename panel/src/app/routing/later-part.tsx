import type { ComponentType, ReactNode } from 'react';
import { lazyCode, useLazyComponent } from '../../ui/lazy-component.ts';

/** Without it the screen is complete but for this part. */
function stayWithout(): void {}

/** A part of a screen that is shown once its code is loaded; the screen waits neither for it nor for a failure of it. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const code = lazyCode(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when the module is loaded
  return function LaterPart(props) {
    const Part = useLazyComponent(code, true, stayWithout);
    return Part && <Part {...props} />;
  };
}
