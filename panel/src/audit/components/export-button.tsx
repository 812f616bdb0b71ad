import { Download, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { AuditQuery } from '../audit.filters.ts';
import { auditStrings as strings } from '../audit.strings.ts';
import { useAuditExport } from '../use-audit-export.ts';

const BYTES_PER_MB = 1_000_000;

/** Saves what the filters show as a file; pressed again while that goes on, gives it up. */
export function ExportButton({ query }: { readonly query: AuditQuery }) {
  const { bytes, start, cancel } = useAuditExport();
  const isRunning = bytes !== undefined;
  const Icon = isRunning ? X : Download;
  return (
    <div className="flex items-center gap-3">
      {isRunning && (
        <span className="text-ink-muted text-sm tabular-nums">
          {strings.exporting((bytes / BYTES_PER_MB).toFixed(1).replace('.', ','))}
        </span>
      )}
      <Button aria-busy={isRunning || undefined} onClick={() => (isRunning ? cancel() : start(query))}>
        <Icon aria-hidden="true" className="size-4" />
        {isRunning ? strings.cancelExport : strings.export}
      </Button>
    </div>
  );
}
