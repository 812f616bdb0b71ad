import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import type { Work } from '@hai-dang/contract/work/work.schema.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { testStates } from '../testing/screen-states.tsx';
import { WorkSection } from './work-section.tsx';

const waiting = { count: 12, since: '2025-10-21T00:00:00.000Z' };
const nothing = { count: 0, since: null };
const WORK: Work = {
  reports: { ...waiting, reviewing: 6 },
  overdue: waiting,
  mine: nothing,
  appeals: { ...waiting, count: 1, overdue: 1 },
  conversations: { ...waiting, count: 1_000 },
};
const paths = { reports: '/a', overdue: '/b', mine: '/c', appeals: '/d', conversations: '/e' };
const section = () => <WorkSection paths={paths} />;

testStates('WorkSection', {
  render: section,
  endpoint: getWork,
  filled: { success: true, data: WORK },
  shows: '1 quá hạn',
  loading: 'Đang tải việc đang chờ...',
  failed: 'Không thể tải việc đang chờ',
  hidesReason: true,
});

test('WorkSection: where nothing waits, each kind says so', async () => {
  const data: Work = {
    reports: { ...nothing, reviewing: 0 },
    overdue: nothing,
    mine: nothing,
    appeals: { ...nothing, overdue: 0 },
    conversations: nothing,
  };
  respondTo(getWork, () => ({ success: true, data }));
  const page = await renderPanel(section());
  await expect.element(page.getByText('Không có việc nào')).toHaveLength(5);
  await expectAccessible('no work');
});
