import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { useCallback, useId, useState } from 'react';
import { useActions } from '../../lib/actions.ts';
import { useUrlQuery } from '../../lib/url-query.ts';
import { totalText } from '../../lib/use-infinite-list.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ShortcutHelpButton } from '../../ui/shortcut-help-button.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { LettersDialog } from './components/letters-dialog.tsx';
import { PolicyDialog } from './components/policy-dialog.tsx';
import { PolicyTable } from './components/policy-table.tsx';
import { lettersStrings } from './letters.strings.ts';
import { addPolicy } from './policies.actions.ts';
import { POLICY_STATES, policiesUrl } from './policies.filters.ts';
import { prefetchPolicyList, usePolicyList } from './policies.queries.ts';
import { policiesStrings as strings } from './policies.strings.ts';

export const prefetch = prefetchPolicyList;
export const heading = strings.title;

/** The rule in the dialog's form, one of the list; undefined for a new one. */
type Editing = { readonly policy: Policy | undefined };

/** The rules of the house, to add, change and switch off. */
export function PoliciesScreen() {
  const { query, update } = useUrlQuery(policiesUrl);
  const list = usePolicyList(query);
  const idBase = useId();
  const [isEditingLetters, setIsEditingLetters] = useState(false);
  const [editing, setEditing] = useState<Editing>();
  const [add] = useActions([{ ...addPolicy, run: () => setEditing({ policy: undefined }) }]);
  const onEdit = useCallback((policy: Policy) => setEditing({ policy }), []);

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading} status={totalText(list, strings.total)}>
        <ShortcutHelpButton />
        <Button onClick={() => setIsEditingLetters(true)}>{lettersStrings.open}</Button>
        <ActionButton variant="primary" action={add} />
      </PageHeader>
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      <Tabs
        label={strings.states}
        idBase={idBase}
        value={query.state}
        onChange={(state) => update({ state })}
        items={POLICY_STATES.map((state) => ({ value: state, label: strings.stateLabels[state] }))}
      />
      <TabPanel idBase={idBase} value={query.state}>
        <PolicyTable query={query} list={list} onEdit={onEdit} />
      </TabPanel>
      {isEditingLetters && <LettersDialog onClose={() => setIsEditingLetters(false)} />}
      {editing && <PolicyDialog policy={editing.policy} onClose={() => setEditing(undefined)} />}
    </div>
  );
}
