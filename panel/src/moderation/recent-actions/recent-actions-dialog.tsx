import type { RecentActionsOf } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { RecentActionRow } from './recent-action-row.tsx';
import { useRecentActions } from './recent-actions.queries.ts';
import { recentActionsStrings as strings } from './recent-actions.strings.ts';

const TABS = (['me', 'colleagues'] as const).map((value) => ({ value, label: strings.of[value] }));

/** The actions of the administrator, or of colleagues, in the last 24 hours, each with its undo. */
export function RecentActionsDialog({ onClose }: { readonly onClose: () => void }) {
  const [undone, setUndone] = useState('');
  const [of, setOf] = useState<RecentActionsOf>('me');
  const idBase = useId();
  return (
    <Modal title={strings.title} onDismiss={onClose}>
      <Tabs label={strings.whose} idBase={idBase} value={of} onChange={setOf} items={TABS} />
      <p role="status" className="sr-only">
        {undone !== '' && strings.undone(undone)}
      </p>
      <TabPanel idBase={idBase} value={of}>
        <Actions key={of} of={of} onUndone={setUndone} onOpen={onClose} />
      </TabPanel>
      <div className="flex justify-end">
        <Button onClick={onClose}>{sharedStrings.close}</Button>
      </div>
    </Modal>
  );
}

interface ActionsProps {
  readonly of: RecentActionsOf;
  readonly onUndone: (what: string) => void;
  readonly onOpen: () => void;
}

function Actions({ of, onUndone, onOpen }: ActionsProps) {
  const query = useRecentActions(of);
  const list = useRef<HTMLOListElement>(null);
  const isLoaded = query.data !== undefined;
  // The dialog was open before the list was there.
  useEffect(() => {
    // The tabs keep the focus of who goes through them.
    if (isLoaded && of === 'me') list.current?.querySelector<HTMLElement>('[data-initial-focus]')?.focus();
  }, [isLoaded, of]);
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
  if (actions.length === 0) return <EmptyState title={strings.none[of]} />;
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
