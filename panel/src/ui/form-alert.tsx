import type { ReactNode } from 'react';

/** Why what a form has sent was refused; read out as it appears. */
export function FormAlert({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md bg-red-soft px-3 py-2 font-semibold text-red-ink text-sm">
      {children}
    </p>
  );
}
