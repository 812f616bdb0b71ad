import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { Layers, X } from 'lucide-react';
import { useState } from 'react';
import { browserStorage } from '../../lib/browser-storage.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useChangeBulk } from './bulk.mutations.ts';
import { useBulks } from './bulk.queries.ts';
import { bulkStrings as strings } from './bulk.strings.ts';
import { BulkListDialog } from './bulk-list-dialog.tsx';
import { fractionOf, progressText } from './bulk-sentences.ts';

/** Until which start of an action those that have ended are hidden. */
const HIDDEN_KEY = 'bulk-hidden';

const isRunning = (bulk: Bulk): boolean => fractionOf(bulk) !== null;

/** The action that runs, also of others, or else one's own last action, until it is hidden. */
function bulkToShow(bulks: readonly Bulk[], adminId: string | undefined, hiddenUntil: string): Bulk | undefined {
  const own = bulks.find(
    ({ startedBy, undo, startedAt }) =>
      startedAt > hiddenUntil && (startedBy._id === adminId || undo.by?._id === adminId),
  );
  return bulks.find(isRunning) ?? own;
}

/** In the header of every screen: how far an action on many subjects has come, with its stop and its undo. */
export function BulkStatus() {
  const bulks = useBulks();
  const adminId = useSession()?.adminId;
  const { mutate: change, isPending } = useChangeBulk();
  const [hiddenUntil, setHiddenUntil] = useState(() => browserStorage.get(HIDDEN_KEY) ?? '');
  const [isOpen, setIsOpen] = useState(false);
  const bulk = bulkToShow(bulks, adminId, hiddenUntil);
  const dialog = isOpen && <BulkListDialog bulks={bulks} onClose={() => setIsOpen(false)} />;
  if (!bulk) return <div role="status">{dialog}</div>;

  function hide(): void {
    const newest = bulks[0]?.startedAt ?? '';
    browserStorage.set(HIDDEN_KEY, newest);
    setHiddenUntil(newest);
  }

  const text = progressText(bulk);
  const fraction = fractionOf(bulk);
  const isStoppable = bulk.state === 'running';
  const isUndoable = bulk.undo.until !== null;
  return (
    <div className="flex min-w-0 items-center gap-x-2 rounded-md bg-accent-soft px-2 text-accent-ink text-sm">
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        aria-label={strings.open(text)}
        title={text}
        className="flex min-h-8 min-w-0 cursor-pointer items-center gap-1.5 font-semibold tabular-nums"
      >
        <Layers aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="truncate max-xl:hidden">{text}</span>
        {fraction !== null && (
          <span aria-hidden="true" className="max-sm:hidden xl:hidden">
            {Math.floor(fraction * 100)}%
          </span>
        )}
      </button>
      <p role="status" className="sr-only">
        {fraction === null ? text : ''}
      </p>
      {fraction !== null && (
        <progress aria-label={text} value={fraction} max={1} className="h-1.5 w-20 accent-accent max-xl:hidden" />
      )}
      {(isStoppable || isUndoable) && (
        <TextButton
          disabled={isPending}
          className="min-h-8 shrink-0 max-xl:hidden"
          onClick={() => change({ id: bulk._id, isUndo: !isStoppable })}
        >
          {isStoppable ? strings.stop : sharedStrings.undo}
        </TextButton>
      )}
      {fraction === null && <IconButton icon={X} label={strings.hide} onClick={hide} className="-mr-2 max-xl:hidden" />}
      {dialog}
    </div>
  );
}
