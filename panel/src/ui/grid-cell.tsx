import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A cell of a grid whose rows the virtualizer places, which the layout of a real table would forbid. */
export function GridCell({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="gridcell" tabIndex={-1} className={classNames('min-w-0', className)}>
      {children}
    </div>
  );
}
