import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ReportReason } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { Locator, Page } from '@playwright/test';
import { newId } from '../../../server/src/lib/ids.ts';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { createPosts, createTravelPosts, createUser, ownAdmin } from './data.ts';
import type { ServerAccess } from './server-test.ts';
import { STORED_IMAGE_URL } from './stored-image.ts';

export const DETAIL_TITLE = 'Chi tiết báo cáo';
export const DETAIL_CALL = /^\/api\/reports\/admin\/detail\//;
export const reportScreen = (id: string) => `/admin/reports/${id}`;

interface Filed {
  itemType: ReportItemType;
  itemId: string;
  reason?: ReportReason;
  policy?: string;
  description?: string;
  reporterId?: string;
}

/** Files a report as the app does, with evidence; by a new user unless one is given. @returns its id */
export async function fileReport(
  { db, system }: ServerAccess,
  { itemType, itemId, ...fields }: Filed,
): Promise<string> {
  const reporterId = fields.reporterId ?? (await createUser(db)).id;
  const response = await fetch(`${system.baseUrl}/api/reports/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await insertSession(db, reporterId)}` },
    body: JSON.stringify({
      reportedItem: itemId,
      itemType,
      reason: fields.reason ?? 'spam',
      policy: fields.policy,
      description: fields.description ?? 'Đăng đi đăng lại một quảng cáo',
    }),
  });
  const { data } = (await response.json()) as { data: { _id: string } };
  return data._id;
}

/** One subject of each type, all by one author. */
export async function createSubjects({ db }: ServerAccess) {
  const author = await createUser(db, { username: 'Nguyễn Tác Giả', email: 'tac.gia@example.com', bio: 'Thích biển' });
  const [post] = await createPosts(db, author.id, 1, () => ({
    title: 'Bán tour giá rẻ',
    content: 'Chuyển khoản trước nhé',
    category: 'Du lịch',
    image_urls: [STORED_IMAGE_URL, `${STORED_IMAGE_URL}`],
  }));
  const [travelPost] = await createTravelPosts(db, author.id, 1, () => ({
    title: 'Ba ngày ở Huế',
    location: 'Thừa Thiên Huế',
    content: 'Một chuyến đi bình thường',
    image_urls: [STORED_IMAGE_URL],
  }));
  if (!post || !travelPost) throw new Error('no posts were made');
  const comment = {
    id: newId(),
    author_id: author.id,
    travel_post_id: travelPost.id,
    content: 'Lừa đảo hết',
    created_at: new Date(),
  };
  await db.insertInto('comments').values(comment).execute();
  return { author, post, travelPost, comment };
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The entries of a report's history, newest first. */
export const historyOf = (page: Page) => section(page, 'Lịch sử xử lý').getByRole('listitem');
export const statusBox = (page: Page) => page.getByRole('button', { name: /^Trạng thái / });

/** The part of a report's screen that decides, once that has been shown long enough. */
export const DECIDABLE = '[data-held="false"]';
/** Waits until the report that is shown can be decided. */
export const decidable = (page: Page): Promise<void> => page.locator(DECIDABLE).waitFor();

/** Chooses a status by its label. */
export async function chooseStatus(page: Page, label: string): Promise<void> {
  await decidable(page);
  await statusBox(page).click();
  await page.getByRole('menuitemradio', { name: label }).click();
}
/** The field for a note on the reported post. */
export const noteBox = (page: Page) => section(page, 'Ghi chú về bài viết').getByLabel('Viết ghi chú');

/** Opens the menu of what acts on the reported account and content alone. @returns one of its items */
export async function openAct(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Việc khác' }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

/** Sets a report's status as another session of the administrator. */
export async function setStatus(panel: ServerAccess, id: string, status: string): Promise<void> {
  const admin = await ownAdmin(panel);
  const response = await fetch(`${panel.system.baseUrl}/api/reports/admin/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await insertSession(panel.db, admin.id)}` },
    body: JSON.stringify({ status }),
  });
  if (!response.ok) throw new Error(`the status was not set: ${response.status}`);
}
