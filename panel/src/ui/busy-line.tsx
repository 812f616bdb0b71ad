/**
 * A progress line along the top edge while the content below is being replaced, which keeps its full contrast. Requires
 * a positioned parent; a short wait shows no line.
 */
export function BusyLine({ busy }: { readonly busy: boolean }) {
  if (!busy) return null;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden rounded-t-lg transition-opacity delay-150 starting:opacity-0"
    >
      <div className="h-full bg-accent motion-safe:animate-pulse" />
    </div>
  );
}
