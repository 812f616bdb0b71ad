import type { Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import type { AuditEntries } from '../../../server/src/lib/db/schema.generated.ts';
import { newId } from '../../../server/src/lib/ids.ts';
import { createUser } from './data.ts';
import type { Panel } from './test.ts';

export const AUDIT_TITLE = 'Nhật ký';
export const AUDIT_SCREEN = '/admin/audit';
export const AUDIT_CALL = '/api/admin/audit';

/** The rows of the audit log on the screen. */
export const entries = (page: Page) =>
  page.getByRole('grid', { name: 'Nhật ký thay đổi' }).locator('[data-index] [role=row]');
/** The button that expands an entry. */
export const details = (page: Page, index = 0) => entries(page).nth(index).getByRole('button', { name: 'Chi tiết' });
/** The URL of the entries about one target. */
export const filteredBy = (target: string) => `${AUDIT_SCREEN}?target=${target}`;

/**
 * Entries about a user of the test's own (the audit log cannot be emptied), one minute apart, newest last. The user
 * exists: the panel prefetches the page behind a focused link, and would log a 404.
 * @returns the user's id
 */
export async function createEntries(
  { db }: Panel,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<AuditEntries>> = () => ({}),
): Promise<string> {
  const { id: target } = await createUser(db);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    created_at: new Date(Date.UTC(2026, 4, 1, 3, index)),
    actor_id: 'lan',
    actor_name: 'Quản trị Lan',
    action: 'user.disable',
    target_type: 'user',
    target_id: target,
    target_name: `Đối tượng ${index + 1}`,
    ip: '10.1.2.3',
    request_id: `yeu-cau-${index + 1}`,
    ...fieldsOf(index),
  }));
  await db.insertInto('audit_entries').values(rows).execute();
  return target;
}
