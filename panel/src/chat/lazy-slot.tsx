import { type LazyCode, useLazyComponent } from '../ui/lazy-component.ts';

interface LazySlotProps<Props extends object> {
  readonly code: LazyCode<Props>;
  readonly props: Props;
  /** Its least height. */
  readonly className: string;
}

/** The place of a component whose code is fetched at once: it has its room before the code is loaded. */
export function LazySlot<Props extends object>({ code, props, className }: LazySlotProps<Props>) {
  const Loaded = useLazyComponent(code, true);
  return <div className={className}>{Loaded && <Loaded {...props} />}</div>;
}
