import type { ReactNode } from 'react';

interface LinkButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Another way on, below a form. */
export function LinkButton({ onClick, children }: LinkButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-8 cursor-pointer self-center rounded-md px-2 font-semibold text-accent-ink text-sm hover:underline"
    >
      {children}
    </button>
  );
}
