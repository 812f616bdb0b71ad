import type { Appeal } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { useId } from 'react';
import { AssigneeFilter } from '../../entities/assignee-filter.tsx';
import { usePreferences } from '../../lib/preferences.ts';
import { useUrlQuery } from '../../lib/url-query.ts';
import { totalText } from '../../lib/use-infinite-list.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { APPEAL_STATES, appealsUrl } from './appeals.filters.ts';
import { prefetchAppealList, useAppealList } from './appeals.queries.ts';
import { appealsStrings as strings } from './appeals.strings.ts';
import { AppealSheet } from './components/appeal-sheet.tsx';
import { AppealTable } from './components/appeal-table.tsx';
import { useNextAppeal } from './use-next-appeal.ts';

export const prefetch = prefetchAppealList;
export const heading = strings.title;

const idOf = ({ _id }: Appeal): string => _id;

/** Appeals to decisions, and requests for a second look: to read and to decide on. */
export function AppealsScreen() {
  const { query, update } = useUrlQuery(appealsUrl);
  const { state, id } = query;
  const list = useAppealList(query);
  const focus = useRowFocus(list, idOf);
  const idBase = useId();
  const openNext = useNextAppeal();
  const { opensNextReport } = usePreferences();

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading} status={totalText(list, strings.total)} />
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      <Tabs
        label={strings.states}
        idBase={idBase}
        value={state}
        onChange={(chosen) => update({ state: chosen, assignee: '', id: '' })}
        items={APPEAL_STATES.map((value) => ({ value, label: strings.stateLabels[value] }))}
      />
      <TabPanel idBase={idBase} value={state}>
        {state === '' && (
          <search aria-label={strings.filters} className="flex pb-4">
            <AssigneeFilter
              value={query.assignee}
              onChoose={(assignee) => update({ assignee })}
              className="grow sm:max-w-44"
            />
          </search>
        )}
        <AppealTable filter={query} list={list} focus={focus} />
      </TabPanel>
      {id !== '' && (
        <AppealSheet
          key={id}
          id={id}
          onDecided={() => {
            if (state === '') focus.expectRemoval(id);
            if (opensNextReport) void openNext();
            else update({ id: '' }, { replace: true });
          }}
          onHandedOver={() => void openNext()}
          onClose={() => update({ id: '' }, { replace: true })}
        />
      )}
    </div>
  );
}
