import type { ReactNode } from 'react';
import { Callout } from './callout.tsx';

/** Why what a form has sent was refused, read out as it appears; nothing while nothing was. */
export function FormAlert({ children }: { readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <Callout tone="red" role="alert" className="font-semibold">
      {children}
    </Callout>
  );
}
