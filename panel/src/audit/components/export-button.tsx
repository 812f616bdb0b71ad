import { useActions } from '../../lib/actions.ts';
import { Button } from '../../ui/button.tsx';
import { exportActions } from '../audit.actions.ts';
import type { AuditQuery } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import { useAuditExport } from '../use-audit-export.ts';

const BYTES_PER_MB = 1_000_000;

/** Exports the filtered entries as a file; a press during the export aborts it. */
export function ExportButton({ query }: { readonly query: AuditQuery }) {
  const { bytes, start, cancel } = useAuditExport();
  const isRunning = bytes !== undefined;
  const [{ icon: Icon, label, run }] = useActions([
    isRunning ? { ...exportActions.cancel, run: cancel } : { ...exportActions.start, run: () => start(query) },
  ]);
  return (
    <div className="flex items-center gap-3">
      {isRunning && (
        <span className="text-ink-muted text-sm tabular-nums">
          {strings.exporting((bytes / BYTES_PER_MB).toFixed(1).replace('.', ','))}
        </span>
      )}
      <Button aria-busy={isRunning || undefined} onClick={run}>
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </Button>
    </div>
  );
}
