import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { SAMPLE_REPORT, SAMPLE_REPORT_DETAIL, SAMPLE_TRAVEL_POST } from './samples.ts';

const TEXTS = { _id: 'post', title: 'Bán tour giá rẻ', content: 'Chuyển khoản trước nhé' };
const AUTHOR = { _id: 'lan', username: 'Lan' };
const { author, location, ...PUBLICATION } = SAMPLE_TRAVEL_POST;

/** Lan's post as it is now. */
export const postNow = (fields: { readonly content?: string; readonly images?: string[] } = {}) => ({
  ...PUBLICATION,
  ...TEXTS,
  category: 'Du lịch',
  user: { ...author, ...AUTHOR },
  ...fields,
});

/** Minh's report of Lan's post, which is still as it was then. */
export const reportedPost = (fields: Partial<ReportDetail> = {}): ReportDetail => ({
  ...SAMPLE_REPORT_DETAIL,
  reporter: { _id: 'minh', username: 'Minh', email: 'minh@example.com', avatar: null },
  reportedItem: postNow(),
  snapshot: {
    itemType: 'Post',
    post: {
      ...TEXTS,
      category: 'Du lịch',
      images: [],
      createdAt: SAMPLE_REPORT.createdAt,
      likesCount: 0,
      commentsCount: 0,
      author: AUTHOR,
    },
  },
  account: { ...AUTHOR, isDisabled: false, isAdmin: false },
  ...fields,
});
