import type { ComponentType } from 'react';
import type { LazyCode } from '../lib/lazy-code.ts';
import { useLazyComponent } from '../ui/lazy-component.ts';

interface LazySlotProps<Props extends object> {
  readonly code: LazyCode<ComponentType<Props>>;
  readonly props: Props;
  /** Its least height. */
  readonly className: string;
}

/** The place of a component whose code is fetched at once: it has its room before the code is loaded. */
export function LazySlot<Props extends object>({ code, props, className }: LazySlotProps<Props>) {
  const Loaded = useLazyComponent(code, true);
  return <div className={className}>{Loaded && <Loaded {...props} />}</div>;
}
