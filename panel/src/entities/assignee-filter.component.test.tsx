import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AssigneeFilter } from './assignee-filter.tsx';

const filter = () => page.getByRole('combobox', { name: 'Người phụ trách' });
const options = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

describe('AssigneeFilter', () => {
  test('a choice: is reported with its value', async () => {
    const onChoose = vi.fn();
    await render(<AssigneeFilter value="" onChoose={onChoose} />);
    await filter().selectOptions('Chưa ai nhận');
    expect(onChoose.mock.calls).toEqual([['none']]);
    expect(options()).toEqual(['Tất cả', 'Của tôi', 'Chưa ai nhận']);
  });

  test("an administrator's id from the URL: is shown as another administrator", async () => {
    await render(<AssigneeFilter value="minh" onChoose={vi.fn()} />);
    await expect.element(filter()).toHaveDisplayValue('Quản trị viên khác');
    expect(options()).toHaveLength(4);
  });
});
