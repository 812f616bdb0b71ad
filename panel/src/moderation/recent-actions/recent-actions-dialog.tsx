import { useEffect, useRef, useState } from 'react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { RecentActionRow } from './recent-action-row.tsx';
import { useRecentActions } from './recent-actions.queries.ts';
import { recentActionsStrings as strings } from './recent-actions.strings.ts';

/** An administrator's own actions of the last 24 hours, with an undo each. */
export function RecentActionsDialog({ onClose }: { readonly onClose: () => void }) {
  const [undone, setUndone] = useState('');
  return (
    <Modal title={strings.title} onDismiss={onClose}>
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      <p role="status" className="sr-only">
        {undone !== '' && strings.undone(undone)}
      </p>
      <Actions onUndone={setUndone} onOpen={onClose} />
      <div className="flex justify-end">
        <Button onClick={onClose}>{sharedStrings.close}</Button>
      </div>
    </Modal>
  );
}

interface ActionsProps {
  readonly onUndone: (what: string) => void;
  readonly onOpen: () => void;
}

function Actions({ onUndone, onOpen }: ActionsProps) {
  const query = useRecentActions();
  const list = useRef<HTMLOListElement>(null);
  const isLoaded = query.data !== undefined;
  // The dialog was open before the list was there.
  useEffect(() => {
    if (isLoaded) list.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
  }, [isLoaded]);
  if (query.error && !query.data) {
    return (
      <ErrorState
        message={strings.failed}
        onRetry={isUnauthorized(query.error) ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!query.data) return <PageSpinner label={strings.loading} />;
  const actions = query.data.pages.flatMap((page) => page.data);
  if (actions.length === 0) return <EmptyState title={strings.none} />;
  const first = actions.find(({ undo }) => undo === 'possible');
  return (
    <>
      <ol ref={list} className="border-line border-t">
        {actions.map((action) => (
          <RecentActionRow
            key={action._id}
            action={action}
            isFirst={action === first}
            onUndone={onUndone}
            onOpen={onOpen}
          />
        ))}
      </ol>
      <ListEnd list={query} texts={strings} className="items-center" />
    </>
  );
}
