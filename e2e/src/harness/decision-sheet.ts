import type { Page } from '@playwright/test';
import { createSubjects, fileReport, reportScreen, statusBox } from './report-detail.ts';
import type { Panel } from './test.ts';

/** The rule that most tests choose. */
export const SPAM = /^Spam và quảng cáo/;

export const sheet = (page: Page) => page.getByRole('dialog', { name: 'Ra quyết định' });
export const openSheet = (page: Page) => page.getByRole('button', { name: 'Vi phạm…', exact: true }).click();
export const rule = (page: Page, name: RegExp | string) => sheet(page).getByRole('radio', { name });
export const action = (page: Page, name: string) => sheet(page).getByRole('checkbox', { name, exact: true });
export const note = (page: Page) => sheet(page).getByLabel('Ghi chú nội bộ');
/** What the decision does names the button. */
export const decideButton = (page: Page) => sheet(page).locator('button[type="submit"]');
export const decide = (page: Page) => decideButton(page).click();

/** A post with this many reports; the screen of the newest one is open. */
export async function openReported(panel: Panel, count = 1, page?: Page) {
  const subjects = await createSubjects(panel);
  let id = '';
  for (let index = 0; index < count; index += 1) {
    id = await fileReport(panel, { itemType: 'Post', itemId: subjects.post.id });
  }
  const shown = page ?? (await panel.newPage());
  await shown.goto(reportScreen(id));
  await statusBox(shown).waitFor();
  return { ...subjects, id, page: shown };
}

export const decisionsOn = ({ db }: Panel, itemId: string) =>
  db.selectFrom('decisions').selectAll().where('subject_id', '=', itemId).orderBy('created_at').execute();
