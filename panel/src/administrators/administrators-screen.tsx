import { useCallback, useState } from 'react';
import { useActions } from '../lib/actions.ts';
import { formatNumber } from '../lib/format.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ShortcutHelpButton } from '../ui/shortcut-help-button.tsx';
import { invite } from './administrators.actions.ts';
import { prefetchAdministrators, useAdministratorList } from './administrators.queries.ts';
import { administratorsStrings as strings } from './administrators.strings.ts';
import { AdministratorTable } from './components/administrator-table.tsx';
import { InviteDialog } from './components/invite-dialog.tsx';

export const prefetch = prefetchAdministrators;
export const heading = strings.title;

/** The administrators, to invite, switch off and on, and sign out. */
export function AdministratorsScreen() {
  const list = useAdministratorList();
  const counts = list.pages[0]?.extra;
  const [inviting, setInviting] = useState<{ readonly email: string }>();
  const [add] = useActions([{ ...invite, run: () => setInviting({ email: '' }) }]);
  const onNewLink = useCallback((email: string) => setInviting({ email }), []);

  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={heading}
        status={counts ? strings.total(formatNumber(counts.administrators), formatNumber(counts.invitations)) : ''}
      >
        <ShortcutHelpButton />
        <ActionButton variant="primary" action={add} />
      </PageHeader>
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      <AdministratorTable list={list} onNewLink={onNewLink} />
      {inviting && <InviteDialog email={inviting.email} onClose={() => setInviting(undefined)} />}
    </div>
  );
}
