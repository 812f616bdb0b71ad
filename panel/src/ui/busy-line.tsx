/**
 * A line along the top edge while what stands below it is being replaced: the text keeps its full contrast meanwhile.
 * Stands in a positioned parent; what is quickly done shows no line.
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
