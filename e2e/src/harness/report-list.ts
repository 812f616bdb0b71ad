import type { Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import type { Reports } from '../../../server/src/lib/db/schema.generated.ts';
import { newId } from '../../../server/src/lib/ids.ts';
import { recordReports } from '../../../server/src/testing/factories.ts';
import { createUser } from './data.ts';
import type { ServerAccess } from './server-test.ts';
import type { PageOptions, Panel } from './test.ts';

export const REPORTS_SCREEN = '/admin/reports';
export const REPORTS_TITLE = 'Quản lý Báo cáo';
export const REPORTS_CALL = '/api/reports/admin/all';

export const reportTable = (page: Page) => page.getByRole('grid', { name: 'Danh sách báo cáo' });
export const reportRow = (page: Page, reporter: string) =>
  reportTable(page).getByRole('row').filter({ hasText: reporter });
/** The reporters of the rendered rows, from the top. */
export const drawnReporters = (page: Page): Promise<string[]> =>
  reportTable(page)
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('bdi')?.textContent ?? ''));
export const statusFilter = (page: Page) => page.getByLabel('Trạng thái', { exact: true });
/** The choice of a status, with its number of reports. */
export const statusCount = (page: Page, status: string) =>
  statusFilter(page).getByRole('option', { name: status, includeHidden: true });

/** Opens the filters that are not in sight, if they are closed. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Lọc/ });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

/** Inserts `count` reports by as many reporters, each a minute newer than the one before. */
export async function createReports(
  { db }: ServerAccess,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<Reports>> = () => ({}),
) {
  const reporters: Array<{ id: string }> = [];
  for (let index = 0; index < Math.min(count, 30); index += 1) {
    reporters.push(await createUser(db, { username: `Người báo ${String(index + 1).padStart(2, '0')}` }));
  }
  const start = Date.now() - count * 60_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(start + index * 60_000);
    return {
      id: newId(),
      reporter_id: reporters[index % reporters.length]?.id ?? '',
      subject_type: 'Post',
      subject_id: newId(),
      reason: 'spam',
      description: 'Đăng đi đăng lại một quảng cáo',
      created_at: createdAt,
      updated_at: createdAt,
      ...fieldsOf(index),
    };
  });
  await db.insertInto('reports').values(rows).execute();
  await recordReports(
    db,
    rows.map(({ id }) => id),
  );
  return rows;
}

/** The stored report; undefined after its deletion. */
export const storedReport = ({ db }: ServerAccess, id: string) =>
  db.selectFrom('reports').select(['status', 'version']).where('id', '=', id).executeTakeFirst();

/** Makes the socket of this page deliver no events. */
export async function silenceSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
}

const ACKNOWLEDGEMENT = '43';

/** Waits until the panel on this page, opened after this call, receives events. */
export const receivesOthers = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().startsWith(ACKNOWLEDGEMENT)) resolve();
      }),
    );
  });

/** Opens a screen and waits until the panel receives events. */
export async function openListening(panel: Panel, screen: string, options?: PageOptions): Promise<Page> {
  const page = await panel.newPage(options);
  const joined = receivesOthers(page);
  await page.goto(screen);
  await joined;
  await page.waitForLoadState('networkidle');
  return page;
}
