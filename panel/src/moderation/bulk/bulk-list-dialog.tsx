import { BULK_ITEMS_LISTED } from '@hai-dang/contract/constants.ts';
import type { Bulk, BulkItem } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { useState } from 'react';
import { itemTypeLabel } from '../../entities/report-labels.ts';
import { errorMessage } from '../../lib/api-error.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingNote } from '../../ui/loading.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { undoDialog } from '../decisions/decisions.overlays.ts';
import { useChangeBulk } from './bulk.mutations.ts';
import { useBulk } from './bulk.queries.ts';
import { bulkStrings as strings } from './bulk.strings.ts';
import { fractionOf, hasLeftAlone, progressText } from './bulk-sentences.ts';

interface BulkListDialogProps {
  /** Newest first. */
  readonly bulks: readonly Bulk[];
  readonly onClose: () => void;
}

/** The actions on many subjects of the last day, each with its progress, stop, undo and what was left alone. */
export function BulkListDialog({ bulks, onClose }: BulkListDialogProps) {
  return (
    <Modal title={strings.title} onDismiss={onClose}>
      <ul className="flex flex-col divide-y divide-line">
        {bulks.map((bulk) => (
          <li key={bulk._id} className="flex flex-col gap-2 py-3">
            <BulkEntry bulk={bulk} onLeave={onClose} />
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button data-initial-focus onClick={onClose}>
          {sharedStrings.close}
        </Button>
      </div>
    </Modal>
  );
}

function BulkEntry({ bulk, onLeave }: { readonly bulk: Bulk; readonly onLeave: () => void }) {
  const { mutate: change, mutateAsync: changeNow, isPending } = useChangeBulk();
  const ownId = useSession()?.adminId;
  const [isListed, setIsListed] = useState(false);
  const { _id: id, action, total, startedBy, startedAt, state, stopReason, undo } = bulk;
  const fraction = fractionOf(bulk);
  const what = strings.what(strings.actions[action.kind], formatNumber(total));
  const text = progressText(bulk);
  const by = strings.by(startedBy.username, formatDateTimeShort(startedAt));

  function onUndo(): void {
    if (startedBy._id === ownId) {
      change({ id, isUndo: true });
      return;
    }
    undoDialog.open({
      id,
      what,
      by,
      needsReason: true,
      undo: ({ body }) => changeNow({ id, isUndo: true, reason: body.reason }),
    });
  }

  return (
    <>
      <div className="wrap-anywhere">
        <h3 className="font-semibold">{what}</h3>
        <p className="text-ink-muted text-sm">
          <bdi>{by}</bdi>
        </p>
      </div>
      <p role="status" className="text-sm tabular-nums">
        {text}
        {stopReason && ` · ${strings.stopReasons[stopReason]}`}
      </p>
      {fraction !== null && (
        <progress aria-label={text} value={fraction} max={1} className="h-2 w-full accent-accent" />
      )}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {state === 'running' && (
          <Button size="sm" pending={isPending} onClick={() => change({ id, isUndo: false })}>
            {strings.stop}
            <span className="sr-only"> {what}</span>
          </Button>
        )}
        {undo.until !== null && (
          <Button size="sm" pending={isPending} onClick={onUndo}>
            {sharedStrings.undo}
            <span className="sr-only"> {what}</span>
          </Button>
        )}
        {hasLeftAlone(bulk) && (
          <TextButton size="md" aria-expanded={isListed} onClick={() => setIsListed((shown) => !shown)}>
            {strings.leftAloneTitle}
          </TextButton>
        )}
      </div>
      {isListed && <LeftAlone id={id} onLeave={onLeave} />}
    </>
  );
}

const keyOf = ({ subject: { itemType, itemId } }: BulkItem): string => `${itemType} ${itemId}`;

/** The subjects that were left alone, and why. */
function LeftAlone({ id, onLeave }: { readonly id: string; readonly onLeave: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useBulk(id);
  if (isPending) return <LoadingNote text={strings.loading} />;
  if (error) {
    return (
      <ErrorState
        message={errorMessage(error, strings.loadFailed)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-2 text-sm">
        {data.items.map((item) => (
          <li key={keyOf(item)} className="wrap-anywhere">
            {item.name === null ? (
              itemTypeLabel(item.subject.itemType)
            ) : (
              <TextLink to={`/admin/users/${encodeURIComponent(item.subject.itemId)}`} onClick={onLeave}>
                <bdi>{item.name}</bdi>
              </TextLink>
            )}
            <span className="block text-ink-muted">{item.reason.message}</span>
          </li>
        ))}
      </ul>
      {data.items.length === BULK_ITEMS_LISTED && (
        <p className="text-ink-muted text-sm">{strings.firstOnes(formatNumber(BULK_ITEMS_LISTED))}</p>
      )}
    </>
  );
}
