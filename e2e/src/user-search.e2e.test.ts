import { expect } from '@playwright/test';
import { createUser, daysAgo } from './harness/data.ts';
import { setFieldsAtOnce } from './harness/fields.ts';
import { spoil } from './harness/guarded-page.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';
import { callsOf, drawnNames, LIST_CALL, rowOf, SEARCH_CALL, searchBox, USERS_SCREEN } from './harness/user-table.ts';

test.describe('user search', () => {
  test.beforeEach(async ({ panel }) => {
    await createUser(panel.db, { username: 'Nguyễn Văn An', phone: '0900000001' });
    await createUser(panel.db, { username: 'Đặng Thị Nguyệt', is_verified: true });
    await createUser(panel.db, { username: 'Lý Quốc Bảo' });
  });

  test('ignores diacritics and case, and waits for a pause in typing', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, 'Lý Quốc Bảo').waitFor();
    const calls = callsOf(page);
    await searchBox(page).pressSequentially('dang THI nguyet', { delay: 30 });
    await eventually(() => drawnNames(page)).toEqual(['Đặng Thị Nguyệt']);
    expect(calls.filter((path) => path === SEARCH_CALL)).toHaveLength(1);
    expect(new URL(page.url()).searchParams.get('q')).toBe('dang THI nguyet');
    await page.getByText('1 người dùng', { exact: true }).waitFor();
  });

  test('with a blank term shows the list as before and sends no request', async ({ panel }) => {
    const page = await panel.newPage();
    await page.clock.install();
    await page.goto(USERS_SCREEN);
    await rowOf(page, 'Lý Quốc Bảo').waitFor();
    await searchBox(page).fill('nguyen');
    await page.clock.runFor(600);
    await eventually(() => drawnNames(page)).toEqual(['Nguyễn Văn An']);
    await page.clock.runFor(20_000);
    const calls = callsOf(page);
    await searchBox(page).fill('  ');
    await rowOf(page, 'Lý Quốc Bảo').waitFor();
    await page.clock.runFor(1_000);
    expect(calls).not.toContain(SEARCH_CALL);
    expect(calls).not.toContain(LIST_CALL);
    expect(urlOf(page)).toBe(USERS_SCREEN);
  });

  test('keeps the previous result on the screen while it loads, and shows only the newest response', async ({
    panel,
  }) => {
    const page = await panel.open(`${USERS_SCREEN}?q=nguyen`);
    await eventually(() => drawnNames(page)).toEqual(['Nguyễn Văn An']);
    await spoil(page, SEARCH_CALL, { delayMs: 800 });
    await searchBox(page).fill('ly quoc');
    await page.locator('[aria-busy="true"]').first().waitFor();
    expect(await drawnNames(page)).toEqual(['Nguyễn Văn An']);
    await searchBox(page).fill('dang thi');
    await eventually(() => drawnNames(page)).toEqual(['Đặng Thị Nguyệt']);
    await page.waitForTimeout(1_000);
    expect(await drawnNames(page)).toEqual(['Đặng Thị Nguyệt']);
  });

  test('shows the best match first, and keeps a chosen sort order', async ({ panel }) => {
    await createUser(panel.db, { username: 'Đỗ Quyên', email: 'quyen@mai.test', created_at: daysAgo(1) });
    await createUser(panel.db, { username: 'Trần Maika', email: 'ka@xa.test', created_at: daysAgo(2) });
    await createUser(panel.db, { username: 'Phạm Thị Mai', email: 'pham@xa.test', created_at: daysAgo(3) });
    const page = await panel.open(`${USERS_SCREEN}?q=mai`);
    const bestFirst = ['Phạm Thị Mai', 'Trần Maika', 'Đỗ Quyên'];
    await eventually(() => drawnNames(page)).toEqual(bestFirst);
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    const order = page.getByLabel('Sắp xếp');
    await expect(order.locator('option')).toHaveText(['Phù hợp nhất', 'Mới nhất', 'Cũ nhất']);
    await order.selectOption('Mới nhất');
    await eventually(() => drawnNames(page)).toEqual(bestFirst.toReversed());
    expect(new URL(page.url()).searchParams.get('sort')).toBe('newest');
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await eventually(() => drawnNames(page)).toEqual(bestFirst);
    await searchBox(page).fill('');
    await eventually(() => order.locator('option').allTextContents()).toEqual(['Mới nhất', 'Cũ nhất']);
  });
});

test.describe('user filters', () => {
  test.beforeEach(async ({ panel }) => {
    await createUser(panel.db, { username: 'Đang bị cấm', is_disabled: true, gender: 'male' });
    await createUser(panel.db, { username: 'Lâu không vào', last_seen_at: daysAgo(60), gender: 'female' });
    await createUser(panel.db, { username: 'Đã xác minh', is_verified: true, gender: 'female' });
  });

  test('work without a term, are kept in the URL, and Back undoes one choice', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    await rowOf(page, 'Lâu không vào').waitFor();
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    const reset = page.getByRole('button', { name: 'Đặt lại bộ lọc' });
    expect(await reset.isDisabled()).toBe(true);
    await page.getByLabel('Giới tính').selectOption('female');
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh', 'Lâu không vào']);
    await page.getByLabel('Trạng thái').selectOption('inactive');
    await eventually(() => drawnNames(page)).toEqual(['Lâu không vào']);
    expect(urlOf(page)).toBe(`${USERS_SCREEN}?status=inactive&gender=female`);

    await page.goBack();
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh', 'Lâu không vào']);
    await expect(page.getByLabel('Trạng thái')).toHaveValue('');
    await page.goForward();
    await eventually(() => drawnNames(page)).toEqual(['Lâu không vào']);

    await page.getByRole('button', { name: /^Bỏ lọc Trạng thái/ }).click();
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh', 'Lâu không vào']);
    await reset.click();
    await rowOf(page, 'Đang bị cấm').waitFor();
    expect(urlOf(page)).toBe(USERS_SCREEN);
  });

  test('two chosen in one task are both in the URL', async ({ panel }) => {
    const page = await panel.open(`${USERS_SCREEN}?status=inactive`);
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await page.getByLabel('Giới tính').waitFor();
    await setFieldsAtOnce(page, [
      [page.getByLabel('Trạng thái', { exact: true }), ''],
      [page.getByLabel('Giới tính'), 'female'],
      [page.getByLabel('Sắp xếp'), 'oldest'],
    ]);
    await eventually(() => urlOf(page)).toBe(`${USERS_SCREEN}?gender=female&sort=oldest`);
    await eventually(() => drawnNames(page)).toEqual(['Lâu không vào', 'Đã xác minh']);
  });

  test('text typed right after a choice is searched for without Enter', async ({ panel }) => {
    const page = await panel.open(`${USERS_SCREEN}?status=inactive`);
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await setFieldsAtOnce(page, [
      [page.getByLabel('Trạng thái', { exact: true }), ''],
      [searchBox(page), 'da xac'],
    ]);
    await eventually(() => urlOf(page)).toBe(`${USERS_SCREEN}?q=da+xac`);
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh']);
  });

  test('a choice made while typing keeps what is typed after it', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await setFieldsAtOnce(page, [
      [searchBox(page), 'da'],
      [page.getByLabel('Giới tính'), 'female'],
      [searchBox(page), 'da xac'],
    ]);
    await eventually(() => urlOf(page)).toBe(`${USERS_SCREEN}?q=da+xac&gender=female`);
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh']);
    await expect(searchBox(page)).toHaveValue('da xac');
  });

  test('Back and Forward set the search box to the term of the URL', async ({ panel }) => {
    const page = await panel.open(USERS_SCREEN);
    await searchBox(page).fill('xac minh');
    await eventually(() => drawnNames(page)).toEqual(['Đã xác minh']);
    await page.getByRole('link', { name: 'Quản lý người dùng', exact: true }).click();
    await expect(searchBox(page)).toHaveValue('');
    await page.goBack();
    await expect(searchBox(page)).toHaveValue('xac minh');
    await page.goForward();
    await expect(searchBox(page)).toHaveValue('');
    await rowOf(page, 'Lâu không vào').waitFor();
  });

  test('can be shared by URL', async ({ panel }) => {
    const page = await panel.open(`${USERS_SCREEN}?q=dang&vohieuhoa=true&sort=oldest`);
    await eventually(() => drawnNames(page)).toEqual(['Đang bị cấm']);
    await expect(searchBox(page)).toHaveValue('dang');
    await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
    await expect(page.getByLabel('Vô hiệu hóa', { exact: true })).toHaveValue('true');
    await expect(page.getByLabel('Sắp xếp')).toHaveValue('oldest');
  });

  test('can be reset while the panel is hidden', async ({ panel }) => {
    const page = await panel.open(`${USERS_SCREEN}?status=inactive&gender=female&sort=oldest`);
    await eventually(() => drawnNames(page)).toEqual(['Lâu không vào']);
    await rowOf(page, 'Lâu không vào').getByText('Bình thường').waitFor();
    await page.getByRole('button', { name: 'Bỏ lọc Trạng thái: Không hoạt động trong 30 ngày' }).waitFor();
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await rowOf(page, 'Đang bị cấm').waitFor();
    expect(urlOf(page)).toBe(USERS_SCREEN);
    await expect(page.getByRole('button', { name: 'Hiện bộ lọc' })).toBeFocused();
  });
});
