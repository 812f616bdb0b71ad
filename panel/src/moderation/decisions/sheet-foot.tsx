import type { ReactNode } from 'react';
import { keepFocusAbove } from '../../ui/bottom-bar.ts';

/** The foot of a sheet that decides: its consequences and buttons stay in sight. It is the last part of the sheet's form. */
export function SheetFoot({ children }: { readonly children: ReactNode }) {
  return (
    <footer
      ref={keepFocusAbove}
      className="sticky bottom-0 -mx-4 mt-auto -mb-4 flex flex-col gap-2 border-line border-t bg-raised p-4 sm:-mx-6 sm:-mb-6 sm:px-6"
    >
      {children}
    </footer>
  );
}
