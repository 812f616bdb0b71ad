import { type ReactNode, useEffect, useRef } from 'react';
import { keepToastsAbove } from './bottom-bar.ts';

interface SelectionBarProps {
  /** The name of what the bar shows; undefined for no bar. Another one replaces the controls in it. */
  readonly shows: string | undefined;
  /** The accessible name. */
  readonly label: string;
  /** The text about what is selected, announced when it changes. */
  readonly status: ReactNode;
  /** Called when the focused element was removed. */
  readonly onFocusLost: () => void;
  readonly children: ReactNode;
}

/** The bar at the window's bottom with what can be done with selected rows. */
export function SelectionBar({ shows, label, status, onFocusLost, children }: SelectionBarProps) {
  const former = useRef(shows);
  useEffect(() => {
    if (former.current === shows) return;
    former.current = shows;
    if (document.activeElement === document.body) onFocusLost();
  }, [shows, onFocusLost]);

  if (shows === undefined) return <p role="status" className="sr-only" />;
  return (
    <section
      ref={keepToastsAbove}
      aria-label={label}
      className="sticky bottom-3 z-20 mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-2 shadow-pop"
    >
      <p role="status" className="min-w-40 flex-1 font-semibold text-sm tabular-nums">
        {status}
      </p>
      {children}
    </section>
  );
}
