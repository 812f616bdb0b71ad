import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { TabPanel, Tabs } from './tabs.tsx';

const ITEMS = [
  { value: 'posts', label: 'Bài viết', count: 1_200 },
  { value: 'reports', label: 'Báo cáo', count: 0 },
  { value: 'notes', label: 'Ghi chú' },
] as const;
type Value = (typeof ITEMS)[number]['value'];

function Example() {
  const [value, setValue] = useState<Value>('posts');
  return (
    <>
      <Tabs label="Hồ sơ" idBase="record" items={ITEMS} value={value} onChange={setValue} />
      <TabPanel idBase="record" value={value}>
        <button type="button">Trong {value}</button>
      </TabPanel>
    </>
  );
}

const tab = (name: string) => page.getByRole('tab', { name, exact: true });

async function isSelected(name: string): Promise<void> {
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
  expect(page.getByRole('tab', { selected: true }).elements()).toHaveLength(1);
}

describe('Tabs', () => {
  test('a press: selects the tab, whose panel is named by it; counts of zero are not shown', async () => {
    await render(<Example />);
    await isSelected('Bài viết (1.200)');
    await tab('Báo cáo').click();
    await isSelected('Báo cáo');
    await expect.element(page.getByRole('tabpanel', { name: 'Báo cáo' })).toHaveTextContent('Trong reports');
    await expect.element(tab('Báo cáo')).toHaveAttribute('aria-controls', 'record-panel-reports');
    await expectAccessible('tabs');
  });

  test('arrows, Home and End: select the next tab around the ends, and focus it', async () => {
    await render(<Example />);
    tab('Bài viết (1.200)').element().focus();
    for (const [key, selected] of [
      ['{ArrowRight}', 'Báo cáo'],
      ['{ArrowRight}', 'Ghi chú'],
      ['{ArrowRight}', 'Bài viết (1.200)'],
      ['{ArrowLeft}', 'Ghi chú'],
      ['{ArrowLeft}', 'Báo cáo'],
      ['{Home}', 'Bài viết (1.200)'],
      ['{End}', 'Ghi chú'],
    ] as const) {
      await userEvent.keyboard(key);
      await isSelected(selected);
      await expect.element(tab(selected)).toHaveFocus();
    }
  });

  test('Tab: is one step over all tabs, to the panel and back', async () => {
    await render(<Example />);
    await tab('Báo cáo').click();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Trong reports' })).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(tab('Báo cáo')).toHaveFocus();
  });
});
