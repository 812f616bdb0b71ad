import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface ChipProps {
  /** The accessible name, which says that a press removes the chip. */
  readonly label: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** A chosen value that a press removes. */
export function Chip({ label, onRemove, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onRemove}
      className="inline-flex min-h-8 max-w-full cursor-pointer items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 text-left text-accent-ink text-sm transition-colors hover:bg-hover"
    >
      {children}
      <X aria-hidden="true" className="size-3.5 shrink-0" />
    </button>
  );
}
