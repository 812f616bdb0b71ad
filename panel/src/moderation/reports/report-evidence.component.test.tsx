import type { ReportSnapshot } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import { casesChanged } from '@hai-dang/contract/moderation/reports.events.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { imageOf } from '../../testing/images.ts';
import { LIST, pendingReports, respondWithReports, SAMPLE_CASE } from '../../testing/report-backend.tsx';
import { postNow } from '../../testing/reported-post.ts';
import { SAMPLE_TRAVEL_POST } from '../../testing/samples.ts';

const AT = '2026-11-21T00:00:00.000Z';
const GONE = 'Nội dung gốc đã bị xóa';
const LAN = { _id: 'lan', username: 'Lan', avatar: null, verified: false };
const IMAGES = ['#285', '#a33'].map((colour) => imageOf(colour));
const TRIP = {
  ...SAMPLE_TRAVEL_POST,
  _id: 'trip',
  title: 'Ba ngày ở Huế',
  location: 'Thừa Thiên Huế',
  images: IMAGES.slice(0, 1),
  commentsCount: 1,
  author: LAN,
};
const ACCOUNT = {
  _id: 'lan',
  username: 'Lan',
  email: 'lan@example.com',
  avatar: null,
  createdAt: AT,
  vohieuhoa: false,
  xacMinhDanhTinh: true,
  bio: 'Thích biển',
};
const COMMENT = {
  _id: 'comment',
  content: 'Lừa đảo hết',
  createdAt: AT,
  user: LAN,
  parentType: 'TravelPost',
  parentId: 'trip',
  parent: TRIP,
};
const keptTrip = { ...TRIP, likesCount: 0 };

const facts = page.getByRole('region', { name: 'Báo cáo này' });
const subject = page.getByRole('region', { name: 'Đối tượng bị báo cáo' });
const images = () => [...subject.element().querySelectorAll('img')].map((image) => image.getAttribute('src'));

/** Opens a report of Lan's post, or of something else. */
async function open(fields: Partial<ReportDetail>): Promise<void> {
  const { ids, open: openScreen } = respondWithReports(pendingReports(1, fields));
  await openScreen(`${LIST}/${ids[0]}`);
  await expect.element(subject).toBeVisible();
}
async function expectShown(texts: readonly (string | RegExp)[], within = subject): Promise<void> {
  for (const text of texts) await expect.element(within.getByText(text).first()).toBeVisible();
}

test('report: one of an account → reporter, time, reason, description, profile and status', async () => {
  await open({
    itemType: 'User',
    reportedItem: ACCOUNT,
    snapshot: null,
    reason: 'hate_speech',
    description: 'Nhiều lần xúc phạm người khác',
    reporter: { _id: 'minh', username: 'Minh', email: 'minh@example.com', avatar: null },
    history: null,
  });
  await expectShown(['Minh', 'minh@example.com', /^Phát ngôn thù địch/, 'Nhiều lần xúc phạm người khác'], facts);
  await expect.element(facts.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible();
  await expectShown(['Lan', 'lan@example.com', 'Thích biển', /^Tham gia/]);
  await expect
    .element(subject.getByRole('link', { name: 'Lan', exact: true }))
    .toHaveAttribute('href', '/admin/users/lan');
  const status = page.getByRole('button', { name: /^Trạng thái / });
  await expect.element(status).toHaveTextContent('Chờ xử lý');
  await status.click();
  const options = page.getByRole('menuitemradio');
  await expect.element(options).toHaveLength(4);
  expect(options.elements().map(({ textContent }) => textContent)).toEqual([
    'Chờ xử lý1',
    'Đang xem xét2',
    'Đã xử lý3',
    'Từ chối4',
  ]);
});

test('report: one of a post → its whole text, and its images, which open large', async () => {
  await open({ reportedItem: postNow({ images: IMAGES }), snapshot: null });
  await expectShown(['Lan', 'Bán tour giá rẻ', 'Chuyển khoản trước nhé', 'Du lịch', /0 lượt thích/, /0 bình luận/]);
  await subject.getByRole('button', { name: 'Xem ảnh 2 trên 2' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Xem ảnh' }).getByText('2 / 2')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(subject.getByText(GONE).query()).toBeNull();
});

test('report: one of a travel post → its location, and an image of limited height', async () => {
  await open({ itemType: 'TravelPost', reportedItem: TRIP, snapshot: null });
  await expectShown(['Ba ngày ở Huế', 'Thừa Thiên Huế', /1 bình luận/]);
  await expect.poll(() => subject.element().querySelector('li img')).not.toBeNull();
  expect(getComputedStyle(subject.element().querySelector('li img') ?? document.body).maxHeight).toBe('384px');
});

test('report: one of a comment → the comment, and the post that it is under', async () => {
  await open({ itemType: 'Comment', reportedItem: COMMENT, snapshot: null });
  await expectShown(['Lừa đảo hết']);
  const parent = subject.getByRole('region', { name: 'Bình luận trong bài viết' });
  await expectShown(['Ba ngày ở Huế', 'Thừa Thiên Huế', 'Lan'], parent);
});

test('report: a post that was edited since → says so, and shows both versions', async () => {
  await open({ reportedItem: postNow({ content: 'Tour vui vẻ' }) });
  await expectShown(['Nội dung đã được chỉnh sửa sau khi bị báo cáo', 'Chuyển khoản trước nhé']);
  await subject.getByRole('button', { name: 'Hiện tại' }).click();
  await expectShown(['Tour vui vẻ']);
  expect(subject.getByText('Chuyển khoản trước nhé').query()).toBeNull();
  await subject.getByRole('button', { name: 'Lúc báo cáo' }).click();
  await expectShown(['Chuyển khoản trước nhé']);
});

test.each<[string, ReportSnapshot]>([
  ['Ba ngày ở Huế', { itemType: 'TravelPost', post: keptTrip }],
  [
    'Lừa đảo hết',
    { itemType: 'Comment', comment: { ...COMMENT, author: LAN, parentType: 'TravelPost', parent: keptTrip } },
  ],
  ['Thích biển', { itemType: 'User', user: ACCOUNT }],
])('report: deleted with its account, “%s” → its evidence, by whom and when, and no link', async (kept, snapshot) => {
  await open({
    itemType: snapshot.itemType,
    reportedItem: 'gone',
    snapshot,
    itemDeleted: { by: 'admin', at: AT, restorable: false },
    account: null,
  });
  await expectShown([GONE, /^Bởi admin, \d\d\/\d\d\/\d{4} \d\d:\d\d$/, 'Lan', kept]);
  expect(subject.getByRole('link').elements()).toEqual([]);
});

test('report: taken down and given back by a colleague → the evidence stays, under the decision that took it down', async () => {
  const { ids, open: openScreen, send, update } = respondWithReports(pendingReports(1));
  await openScreen(`${LIST}/${ids[0]}`);
  await expectShown(['Bán tour giá rẻ']);
  const change = (fields: Partial<ReportDetail>) => {
    update(ids[0] ?? '', fields);
    send(casesChanged, { itemType: 'Post', itemId: 'post' });
  };
  const decided = {
    _id: 'event',
    createdAt: AT,
    actor: { _id: 'admin', username: 'admin' },
    kind: 'decided',
    from: 'pending',
    to: 'resolved',
    targetName: null,
    note: null,
    batchId: null,
    decision: { _id: 'decision', isUndone: false, needsReason: false },
  };
  const decision = { _id: 'decision', policy: 'An toàn trẻ em' };
  change({
    reportedItem: 'post',
    itemDeleted: { by: 'admin', at: AT, restorable: false, decision },
    history: [decided],
    historyCount: 1,
  });
  const line = subject.getByText('Đã gỡ theo quyết định · An toàn trẻ em · admin · 21/11/2026 07:00');
  await expect.element(line).toBeVisible();
  await expectShown(['Bán tour giá rẻ', 'Chuyển khoản trước nhé']);
  expect(subject.getByText(GONE).query()).toBeNull();
  await subject.getByRole('button', { name: 'Xem quyết định' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Quyết định, kết quả “Đã xử lý”' });
  await expect.element(entry).toHaveFocus();
  change({ reportedItem: postNow(), itemDeleted: null });
  await expect.element(line).not.toBeInTheDocument();
  await expectShown(['Bán tour giá rẻ']);
});

test('report: its head → the owner with their record and state, due time and assignee, and follows a colleague', async () => {
  const reasons = [
    { reason: 'spam', reports: 1 },
    { reason: 'violence', reports: 1 },
  ];
  const dueAt = new Date(Date.now() + 12_600_000).toISOString();
  const account = { _id: 'lan', username: 'Lan', isDisabled: true, disabledUntil: null, isAdmin: false };
  const {
    ids,
    open: openScreen,
    send,
    update,
  } = respondWithReports(
    pendingReports(1, {
      account: { ...account, record: { points: 2, warnings: 1 } },
      dueAt,
      case: {
        ...SAMPLE_CASE,
        reports: 2,
        reporters: 2,
        open: 1,
        reasons,
        assignee: { _id: 'minh', username: 'Minh', avatar: null, at: AT },
      },
    }),
  );
  await openScreen(`${LIST}/${ids[0]}`);
  const head = page.getByRole('region', { name: 'Tóm tắt' });
  await expectShown(
    [
      'Bài viết của',
      '2 điểm trong hạn · 1 cảnh cáo',
      'Đã vô hiệu hóa',
      '2 báo cáo · 2 người · 1 spam, 1 bạo lực · 1 đang mở',
      'Minh',
      'Còn 3 giờ',
    ],
    head,
  );
  await expect.element(head.getByRole('link', { name: 'Lan' })).toHaveAttribute('href', '/admin/users/lan');
  update(ids[0] ?? '', {
    account: { ...account, isDisabled: false, record: { points: 0, warnings: 1 } },
    dueAt: null,
    case: {
      ...SAMPLE_CASE,
      reports: 3,
      reporters: 3,
      open: 0,
      reasons: [{ reason: 'spam', reports: 3 }],
      assignee: null,
    },
  });
  send(casesChanged, { itemType: 'Post', itemId: 'post' });
  await expectShown(
    ['Không có điểm trong hạn · 1 cảnh cáo', '3 báo cáo · 3 người · 3 spam · 0 đang mở', 'chưa ai nhận'],
    head,
  );
  for (const gone of ['Còn 3 giờ', 'Đã vô hiệu hóa']) expect(head.getByText(gone).query()).toBeNull();
});

test('report: a reporter who is deleted → says that there is nothing about them', async () => {
  await open({ reporter: 'deleted' });
  await expectShown(['Không có thông tin', 'Không tìm thấy thông tin người báo cáo'], facts);
});

test('report: a reporter without a name → reads the same in the list and on the report', async () => {
  const reporter = { _id: 'minh', username: ' ', email: 'minh@example.com', avatar: null };
  const { ids, open: openScreen } = respondWithReports(pendingReports(1, { reporter }));
  const left = await openScreen();
  const row = page.getByRole('row').filter({ hasText: 'minh@example.com' });
  await expect.element(row.getByText('Không có thông tin', { exact: true })).toBeVisible();
  await left.unmount();
  await openScreen(`${LIST}/${ids[0]}`);
  await expectShown(['Không có thông tin', 'minh@example.com'], facts);
});

test('report: URLs of scripts in place of images → none is rendered', async () => {
  const hostile = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'java\tscript:alert(1)'];
  await open({ reportedItem: postNow({ images: hostile }), snapshot: null });
  await expectShown(['Bán tour giá rẻ']);
  expect(images().filter((url) => /script/i.test(url ?? ''))).toEqual([]);
});
