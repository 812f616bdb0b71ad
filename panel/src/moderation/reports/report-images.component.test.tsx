import { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ListedReport, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { openSheet, respondToSheet, sheet } from '../../testing/decision-sheet.tsx';
import { imageOf } from '../../testing/images.ts';
import { respondWithPreferences } from '../../testing/preferences.ts';
import { LIST, pendingReports, respondWithReports } from '../../testing/report-backend.tsx';
import { postNow, reportedPost } from '../../testing/reported-post.ts';
import { respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';

const IMAGES = ['#285', '#a33'].map((colour) => imageOf(colour));
const OF_IMAGES: Partial<ReportDetail> & Pick<ListedReport, 'subject'> = {
  reportedItem: postNow({ images: IMAGES }),
  snapshot: null,
  subject: { title: 'Bán tour giá rẻ', owner: { id: 'lan', name: 'Lan' }, image: IMAGES[0] ?? null, reports: 1 },
};

const image = (within: Pick<Locator, 'getByRole'>, number: number) =>
  within.getByRole('button', { name: new RegExp(`^Xem ảnh ${number} trên`) });
/** The CSS filter that an image is shown with. */
function filterOf(button: Locator): string {
  for (let each: Element | null = button.element().querySelector('img'); each; each = each.parentElement) {
    const { filter } = getComputedStyle(each);
    if (filter !== 'none') return filter;
  }
  return 'none';
}
const filter = (button: Locator) => expect.poll(() => filterOf(button));

/** Presses a key on an image, which has the focus before and after. */
async function press(key: string, button: Locator): Promise<void> {
  await filter(button).toMatch(/^blur/);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard(key);
  await filter(button).toBe('none');
  await expect.element(button).toHaveFocus();
}

describe('images in reports, blurred', () => {
  beforeEach(() => {
    respondWithPreferences({ reportImages: 'blur' });
  });

  test('in the list: Enter on a thumbnail shows it, and opens no report', async () => {
    await respondWithReports(pendingReports(1, OF_IMAGES)).open();
    const thumbnail = page.getByRole('grid').getByRole('button', { name: /^Xem ảnh/ });
    await expect.element(thumbnail).toBeVisible();
    await press('{Enter}', thumbnail);
    await expect.element(thumbnail).toHaveAttribute('aria-pressed', 'true');
    expect(location.pathname).toBe(LIST);
  });

  test('in a report: Space shows one, until the report is left', async () => {
    const { ids, open } = respondWithReports(pendingReports(1, OF_IMAGES));
    await open();
    const link = page.getByRole('grid').getByRole('link', { name: /Chi tiết/ });
    await link.click();
    await expect.poll(() => location.pathname).toBe(`${LIST}/${ids[0]}`);
    await expect.element(image(page, 1)).toBeVisible();
    await press(' ', image(page, 1));
    expect(filterOf(image(page, 2))).toMatch(/^blur/);
    history.back();
    await link.click();
    await filter(image(page, 1)).toMatch(/^blur/);
  });

  test('in the decision sheet: Enter shows one', async () => {
    respondToSheet(() => sampleSubject({ newestReportId: 'report' }));
    respondTo(getReport, () => ({ success: true, data: reportedPost(OF_IMAGES) }));
    await openSheet();
    await expect.element(image(sheet, 1)).toBeVisible();
    await press('{Enter}', image(sheet, 1));
  });
});
