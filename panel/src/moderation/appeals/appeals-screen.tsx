import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useId } from 'react';
import { useUrlQuery } from '../../lib/url-query.ts';
import { totalText } from '../../lib/use-infinite-list.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { APPEAL_STATES, appealsUrl } from './appeals.filters.ts';
import { prefetchAppealList, useAppealList } from './appeals.queries.ts';
import { appealsStrings as strings } from './appeals.strings.ts';
import { type AppealEvidence, AppealSheet } from './components/appeal-sheet.tsx';
import { AppealTable } from './components/appeal-table.tsx';

export const prefetch = prefetchAppealList;
export const heading = strings.title;

const idOf = ({ _id }: Appeal): string => _id;

/** Objections to decisions, and requests for a second look: to read and to decide on. */
export function AppealsScreen({ evidence }: { readonly evidence: AppealEvidence }) {
  const { query, update } = useUrlQuery(appealsUrl);
  const { state, id } = query;
  const list = useAppealList(state);
  const focus = useRowFocus(list, idOf);
  const idBase = useId();

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading}>
        <p role="status" className="min-h-5 text-ink-muted text-sm tabular-nums">
          {totalText(list, strings.total)}
        </p>
      </PageHeader>
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      <Tabs
        label={strings.states}
        idBase={idBase}
        value={state}
        onChange={(chosen) => update({ state: chosen, id: '' })}
        items={APPEAL_STATES.map((value) => ({ value, label: strings.stateLabels[value] }))}
      />
      <TabPanel idBase={idBase} value={state}>
        <AppealTable state={state} list={list} focus={focus} />
      </TabPanel>
      {id !== '' && (
        <AppealSheet
          key={id}
          id={id}
          evidence={evidence}
          onDecided={() => {
            if (state === '') focus.expectRemoval(id);
            update({ id: '' }, { replace: true });
          }}
          onClose={() => update({ id: '' }, { replace: true })}
        />
      )}
    </div>
  );
}
