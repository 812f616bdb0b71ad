import type { EndpointInput } from '@hai-dang/contract/lib/endpoint.ts';
import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { Link } from 'react-router';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondWithCounts } from '../testing/record-counts.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { lastPage, SAMPLE_USER } from '../testing/samples.ts';
import { setFieldsAtOnce } from '../testing/set-fields.ts';
import { UsersScreen } from './users-screen.tsx';

const PATH = '/admin/users';
const ALL = 'tất cả';

const searchBox = () => page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });
const url = () => location.pathname + location.search;
/** Waits until the rows are those of these users. */
const expectShown = (...names: string[]) =>
  expect
    .poll(() => [...document.querySelectorAll('[role="row"] a')].map((link) => link.textContent))
    .toEqual(names.map((name) => `Chi tiết ${name}`));

type Query = Pick<EndpointInput<typeof listUsers>, 'filters' | 'sort'> & {
  readonly searchTerm?: string | null | undefined;
};
/** The term, the filters and the sort order of a call, in words. */
const textOf = ({ searchTerm, filters, sort }: Query): string =>
  [searchTerm && `“${searchTerm}”`, ...Object.values(filters ?? {}), sort].filter(Boolean).join(' ') || ALL;
const userOf = (username: string): UserSummary => ({ ...SAMPLE_USER, _id: username, username });

/** Gives each list one user, whose name says what was asked for. @returns what has been asked for so far */
function respondWithQueries(): string[] {
  const asked: string[] = [];
  respondWithCounts();
  const respond = (query: Query) => {
    asked.push(textOf(query));
    return lastPage([userOf(textOf(query))]);
  };
  respondTo(listUsers, ({ body }) => respond(body));
  respondTo(searchUsers, ({ body }) => {
    const { data: users, pagination } = respond(body);
    return { success: true, data: { users, pagination } };
  });
  return asked;
}
const open = (search = '') =>
  renderPanel(
    <>
      <Link to={PATH}>Quản lý người dùng</Link>
      <UsersScreen views={() => null} />
    </>,
    `${PATH}${search}`,
  );
async function openFilters(search = ''): Promise<void> {
  await open(search);
  await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
  await expect.element(field('Giới tính')).toBeVisible();
}

describe('user search', () => {
  test('typing: after a pause one search, which is in the URL, with the number of its users', async () => {
    const asked = respondWithQueries();
    await open();
    await expectShown(ALL);
    await searchBox().click();
    await userEvent.keyboard('dang THI nguyet');
    await expectShown('“dang THI nguyet”');
    expect(asked).toEqual([ALL, '“dang THI nguyet”']);
    expect(new URLSearchParams(location.search).get('q')).toBe('dang THI nguyet');
    await expect.element(page.getByText('1 người dùng')).toBeVisible();
  });

  test('a blank term: the list as it was, without a call', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = respondWithQueries();
    await open();
    await expectShown(ALL);
    await searchBox().fill('nguyen');
    await expectShown('“nguyen”');
    vi.setSystemTime(Date.now() + 3_600_000);
    await searchBox().fill('  ');
    await expectShown(ALL);
    expect(asked).toEqual([ALL, '“nguyen”']);
    expect(url()).toBe(PATH);
  });

  test('a search in flight: the former list and its number stay; only the newest response is shown', async () => {
    respondWithQueries();
    await open();
    await expectShown(ALL);
    const responses: Record<string, () => void> = {};
    respondTo(searchUsers, async ({ body }) => {
      const searchTerm = body.searchTerm ?? '';
      await new Promise<void>((resolve) => {
        responses[searchTerm] = resolve;
      });
      const { data: users, pagination } = lastPage([userOf(searchTerm), userOf('Lan')]);
      return { success: true, data: { users, pagination } };
    });
    await searchBox().fill('ly quoc');
    await expect.poll(() => Object.keys(responses)).toEqual(['ly quoc']);
    await expect.poll(() => document.querySelectorAll('[aria-busy="true"]').length).toBe(1);
    await expectShown(ALL);
    await expect.element(page.getByText('1 người dùng')).toBeVisible();
    await searchBox().fill('dang thi');
    await expect.poll(() => Object.keys(responses)).toEqual(['ly quoc', 'dang thi']);
    responses['dang thi']?.();
    await expectShown('dang thi', 'Lan');
    await expect.element(page.getByText('2 người dùng')).toBeVisible();
    responses['ly quoc']?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expectShown('dang thi', 'Lan');
  });

  test('the best match first, until another order is chosen, which a reset undoes; the list has no best match', async () => {
    respondWithQueries();
    await openFilters('?q=mai');
    const orders = () => [...document.querySelectorAll('option')].slice(-3).map((option) => option.textContent);
    expect(orders()).toEqual(['Phù hợp nhất', 'Mới nhất', 'Cũ nhất']);
    await field('Sắp xếp').selectOptions('Mới nhất');
    await expectShown('“mai” newest');
    expect(url()).toBe(`${PATH}?q=mai&sort=newest`);
    await button('Đặt lại bộ lọc').click();
    await expectShown('“mai”');
    await searchBox().fill('');
    await expectShown(ALL);
    await expect.poll(() => orders().slice(1)).toEqual(['Mới nhất', 'Cũ nhất']);
  });
});

describe('user filters', () => {
  test('chosen: in the call and in the URL; Back undoes one; removed one by one, or all by a reset', async () => {
    respondWithQueries();
    await openFilters();
    await expect.element(button('Đặt lại bộ lọc')).toHaveAttribute('aria-disabled', 'true');
    await field('Giới tính').selectOptions('Nữ');
    await expectShown('female');
    await field('Trạng thái').selectOptions('Không hoạt động trong 30 ngày');
    await expectShown('inactive female');
    expect(url()).toBe(`${PATH}?status=inactive&gender=female`);
    history.back();
    await expectShown('female');
    await expect.element(field('Trạng thái')).toHaveValue('');
    history.forward();
    await expectShown('inactive female');
    await page.getByRole('button', { name: /^Bỏ lọc Trạng thái/ }).click();
    await expectShown('female');
    await button('Đặt lại bộ lọc').click();
    await expectShown(ALL);
    expect(url()).toBe(PATH);
  });

  test.each([
    ['Tạm khóa', 'Đang tạm khóa', 'suspended=true'],
    ['Điểm vi phạm', 'Có điểm vi phạm', 'points=true'],
  ])('“%s: %s”: in the URL as %s until it is removed', async (label, choice, param) => {
    respondWithQueries();
    await openFilters();
    await field(label).selectOptions(choice);
    await expectShown('true');
    expect(url()).toBe(`${PATH}?${param}`);
    await button(`Bỏ lọc ${label}: ${choice}`).click();
    await expectShown(ALL);
    expect(url()).toBe(PATH);
  });

  test.each([
    [
      'two choices and an order',
      [
        ['Trạng thái', ''],
        ['Giới tính', 'female'],
        ['Sắp xếp', 'oldest'],
      ],
      'gender=female&sort=oldest',
      'female oldest',
    ],
    [
      'a choice, then a term',
      [
        ['Trạng thái', ''],
        ['Tìm kiếm người dùng', 'da xac'],
      ],
      'q=da+xac',
      '“da xac”',
    ],
    [
      'a term, then a choice',
      [
        ['Tìm kiếm người dùng', 'da xac'],
        ['Trạng thái', 'active'],
      ],
      'q=da+xac&status=active',
      '“da xac” active',
    ],
    [
      'a term, a choice, more of the term',
      [
        ['Tìm kiếm người dùng', 'da'],
        ['Trạng thái', 'active'],
        ['Tìm kiếm người dùng', 'da xac'],
      ],
      'q=da+xac&status=active',
      '“da xac” active',
    ],
  ] as const)('%s in one task: all are in the URL and in the call', async (_, changes, search, shown) => {
    respondWithQueries();
    await openFilters('?status=inactive');
    setFieldsAtOnce(changes.map(([label, value]) => [field(label), value]));
    await expect.poll(url).toBe(`${PATH}?${search}`);
    await expectShown(shown);
  });

  test('Back and Forward: the search box has the term of the URL', async () => {
    respondWithQueries();
    await open();
    await searchBox().fill('xac minh');
    await expectShown('“xac minh”');
    await page.getByRole('link', { name: 'Quản lý người dùng' }).click();
    await expect.element(searchBox()).toHaveValue('');
    await expectShown(ALL);
    history.back();
    await expect.element(searchBox()).toHaveValue('xac minh');
    await expectShown('“xac minh”');
    history.forward();
    await expect.element(searchBox()).toHaveValue('');
    await expectShown(ALL);
  });

  test('a URL with a term, a filter and an order: all fields have them', async () => {
    respondWithQueries();
    await openFilters('?q=dang&vohieuhoa=true&sort=oldest');
    await expectShown('“dang” true oldest');
    await expect.element(searchBox()).toHaveValue('dang');
    await expect.element(field('Vô hiệu hóa')).toHaveValue('true');
    await expect.element(field('Sắp xếp')).toHaveValue('oldest');
  });

  test('reset while the fields are hidden: all are removed, and the focus is on the button that shows them', async () => {
    respondWithQueries();
    await open('?status=inactive&gender=female&sort=oldest');
    await expectShown('inactive female oldest');
    await expect.element(button('Bỏ lọc Trạng thái: Không hoạt động trong 30 ngày')).toBeVisible();
    await button('Đặt lại bộ lọc').click();
    await expectShown(ALL);
    expect(url()).toBe(PATH);
    await expect.element(button('Hiện bộ lọc')).toHaveFocus();
  });
});
