import type { AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { expect, test } from 'vitest';
import { sampleSubject } from '../../testing/samples.ts';
import { overturnSentences } from './appeal-sentences.ts';

const DECISION: AppealDetail['appeal']['decision'] = {
  _id: 'decision',
  outcome: 'violation',
  policy: null,
  actions: ['takedown', 'suspend'],
  until: null,
  by: { _id: 'mai', username: 'Mai' },
  at: '2026-11-23T03:15:00Z',
  note: null,
  isUndone: false,
};
const APPEAL: AppealDetail['appeal'] = {
  _id: 'appeal',
  kind: 'owner',
  subject: { itemType: 'Post', itemId: 'post' },
  title: null,
  reportId: null,
  author: null,
  text: '',
  createdAt: '2026-11-24T03:15:00Z',
  dueAt: '2026-11-26T03:15:00Z',
  decision: DECISION,
  outcome: null,
  decidedAt: null,
  decidedBy: null,
  note: null,
};

test('overturnSentences: content and account are restored, unless another decision is in force', () => {
  const detail = { appeal: APPEAL, subject: sampleSubject(), evidence: null, letter: '', others: 2, ofSameBulk: 14 };
  expect(overturnSentences(detail)).toEqual([
    'Bài viết được khôi phục, trừ khi một quyết định khác còn hiệu lực',
    'Tài khoản Lan được mở lại, trừ khi một quyết định khác còn hiệu lực',
    'Điểm mà Lan nhận từ quyết định này không còn tính',
    'Các báo cáo mà quyết định này đã đóng được mở lại',
    '14 quyết định khác của cùng lượt xử lý cũng được rút lại',
    '2 khiếu nại khác về quyết định này cũng được chấp nhận',
  ]);
});
