import { expect } from '@playwright/test';
import { createUser, daysAgo } from './harness/data.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';
import { drawnNames, rowOf, searchBox, USERS_SCREEN } from './harness/user-table.ts';

test('user search: found without diacritics, best match first, filtered and sorted; the URL shows the same after a reload', async ({
  panel,
}) => {
  await createUser(panel.db, { username: 'Đỗ Quyên', email: 'quyen@mai.test', created_at: daysAgo(1) });
  await createUser(panel.db, { username: 'Trần Maika', gender: 'female', created_at: daysAgo(2) });
  await createUser(panel.db, { username: 'Phạm Thị Mai', gender: 'female', created_at: daysAgo(3) });
  const page = await panel.open(USERS_SCREEN);
  await rowOf(page, 'Đỗ Quyên').waitFor();
  await searchBox(page).pressSequentially('MÀI', { delay: 30 });
  await eventually(() => drawnNames(page)).toEqual(['Phạm Thị Mai', 'Trần Maika', 'Đỗ Quyên']);
  await page.getByRole('button', { name: 'Hiện bộ lọc' }).click();
  await page.getByLabel('Giới tính').selectOption('female');
  await eventually(() => drawnNames(page)).toEqual(['Phạm Thị Mai', 'Trần Maika']);
  await page.getByLabel('Sắp xếp').selectOption('Mới nhất');
  await eventually(() => drawnNames(page)).toEqual(['Trần Maika', 'Phạm Thị Mai']);
  expect(urlOf(page)).toBe(`${USERS_SCREEN}?q=M%C3%80I&gender=female&sort=newest`);
  await page.reload();
  await eventually(() => drawnNames(page)).toEqual(['Trần Maika', 'Phạm Thị Mai']);
  await expect(searchBox(page)).toHaveValue('MÀI');
});
