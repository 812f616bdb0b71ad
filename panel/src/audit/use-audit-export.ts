import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { vietnamDay } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { toast } from '../ui/toast.ts';
import { fetchAuditFile } from './audit.api.ts';
import type { AuditQuery } from './audit.filters.ts';
import { auditStrings as strings } from './audit.strings.ts';

/** Step of the shown size. */
const PROGRESS_STEP_BYTES = 100_000;

export interface AuditExport {
  /** Bytes received so far; undefined while no export is in progress. */
  readonly bytes: number | undefined;
  readonly start: (query: AuditQuery) => void;
  readonly cancel: () => void;
}

/** Fetches the audit log as a file and saves it; leaving the screen aborts it. */
export function useAuditExport(): AuditExport {
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async (query: AuditQuery) => {
    const own = new AbortController();
    running.current = own;
    setBytes(0);
    let shown = 0;
    try {
      const file = await fetchAuditFile(query, own.signal, (received) => {
        if (received - shown < PROGRESS_STEP_BYTES) return;
        shown = received;
        setBytes(received);
      });
      saveFile(file, strings.fileName(vietnamDay(Date.now())));
      toast.success(strings.exported);
    } catch (error) {
      if (own.signal.aborted || isUnauthorized(error)) return;
      toast.error(errorMessage(error, strings.exportFailed));
    } finally {
      if (running.current === own) setBytes(undefined);
    }
  }, []);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    setBytes(undefined);
  }, []);

  return { bytes, start: (query) => void start(query), cancel };
}
