import type { Endpoint, EndpointInput } from '@hai-dang/contract/lib/endpoint.ts';
import { Download, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { formatNumber, vietnamDay } from '../lib/format.ts';
import { sharedStrings } from '../lib/strings.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';

const runningText = (rows: string) => `Đang tải, ${rows} dòng`;
const exportAction = {
  id: 'list.export',
  label: 'Tải CSV',
  group: 'go',
  icon: Download,
} as const satisfies ActionDefinition;

interface ExportButtonProps<E extends Endpoint> {
  readonly endpoint: E;
  /** The rows of the list that are exported, and their order. */
  readonly body: EndpointInput<E>;
  /** @param day of today, in Vietnam */
  readonly fileName: (day: string) => string;
}

/** Downloads all rows of a list as a file; a press meanwhile, or leaving the screen, aborts it. */
export function ExportButton<E extends Endpoint>({ endpoint, body, fileName }: ExportButtonProps<E>) {
  /** Received so far; undefined while no export is in progress. */
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    const own = new AbortController();
    running.current = own;
    setRows(0);
    const onRows = (count: number) => !own.signal.aborted && setRows(count);
    try {
      const { exportList } = await import('./list-export.ts');
      await exportList({ endpoint, body, fileName: fileName(vietnamDay(Date.now())), signal: own.signal, onRows });
    } catch {
      toast.error(sharedStrings.menuLoadFailed);
    }
    // Another may have been started since this one was aborted.
    if (!own.signal.aborted) setRows(undefined);
  }

  function cancel(): void {
    running.current?.abort();
    setRows(undefined);
  }

  const isRunning = rows !== undefined;
  const [{ icon, label, run }] = useActions([
    isRunning
      ? { ...exportAction, label: 'Hủy tải CSV', icon: X, run: cancel }
      : { ...exportAction, run: () => void start() },
  ]);
  return (
    <div className="flex items-center gap-2">
      {isRunning && <span className="text-ink-muted text-sm tabular-nums">{runningText(formatNumber(rows))}</span>}
      <IconButton icon={icon} label={label} size="sm" aria-busy={isRunning} onClick={run} />
    </div>
  );
}
