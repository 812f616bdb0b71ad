import { auditStrings as strings } from '../audit.strings.ts';

const COLUMNS = [...Object.values(strings.columns), strings.details];

/** The names of the columns; narrow screens only have them read out. */
export function AuditHead() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids
    // biome-ignore lint/a11y/useFocusableInteractive: nothing to operate here
    <div
      role="row"
      aria-rowindex={1}
      className="grid h-10 items-center gap-3 rounded-t-lg border-line border-b bg-sunken px-4 font-semibold text-ink-muted text-xs max-md:sr-only md:grid-cols-(--audit-columns)"
    >
      {COLUMNS.map((name) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <span key={name} role="columnheader" className="truncate">
          {name}
        </span>
      ))}
    </div>
  );
}
