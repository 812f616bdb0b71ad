import type { ReportSnapshot } from '@hai-dang/contract/moderation/report-snapshots.schema.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { describe, expect, test } from 'vitest';
import { SAMPLE_REPORT_DETAIL, SAMPLE_TRAVEL_POST } from '../../../testing/samples.ts';
import { evidenceOf, isEdited, type Subject, subjectNameOf, toSubject } from './report-subject.ts';

const CREATED = '2026-11-01T00:00:00.000Z';
const travelPost = {
  ...SAMPLE_TRAVEL_POST,
  title: 'Đà Lạt',
  location: 'Lâm Đồng',
  author: { ...SAMPLE_TRAVEL_POST.author, username: 'An' },
};
const comment = {
  _id: 'c1',
  content: 'xấu',
  createdAt: CREATED,
  user: { ...SAMPLE_TRAVEL_POST.author, username: 'Bình' },
  parentType: 'TravelPost',
};
const snapshot: ReportSnapshot = {
  itemType: 'Post',
  post: {
    _id: 'p1',
    title: 'Tiêu đề',
    content: 'Nội dung',
    images: ['/media/evidence/1.webp'],
    imagesMissing: 1,
    createdAt: CREATED,
    likesCount: 1,
    commentsCount: 2,
    author: { username: 'An' },
  },
};
const report = (fields: Partial<ReportDetail>): ReportDetail => ({
  ...SAMPLE_REPORT_DETAIL,
  ...fields,
});
const postNow = (fields: object = {}) => ({
  ...SAMPLE_TRAVEL_POST,
  title: 'Tiêu đề',
  content: 'Nội dung',
  category: null,
  user: SAMPLE_TRAVEL_POST.author,
  images: ['/media/a.webp', '/media/b.webp'],
  likesCount: 50,
  commentsCount: 60,
  ...fields,
});

function bothVersions(fields: object): [Subject, Subject] {
  const evidence = evidenceOf(report({ snapshot, reportedItem: postNow(fields) }));
  if (evidence.kind !== 'here' || !evidence.kept) throw new Error('no evidence');
  return [evidence.kept, evidence.now];
}

describe('toSubject', () => {
  test('a comment on a travel post: keeps the post’s author and location', () => {
    const subject = toSubject('Comment', { ...comment, parentId: 'p1', parent: travelPost });
    expect(subject).toMatchObject({ parent: { type: 'TravelPost', location: 'Lâm Đồng', author: { username: 'An' } } });
  });

  test('a comment without its post', () => {
    expect(toSubject('Comment', { ...comment, parentId: 'p1', parent: null })).toMatchObject({ parent: undefined });
  });

  test.each([
    ['Video', postNow()],
    ['Post', { _id: 'p1' }],
    ['User', null],
  ])('undefined for an unknown type or an item that does not match the contract: %s', (type, item) => {
    expect(toSubject(type, item)).toBeUndefined();
  });
});

describe('isEdited', () => {
  test.each([
    ['nothing but likes and comments has changed', {}, false],
    ['only blanks around a text', { content: ' Nội dung\n' }, false],
    ['another text', { content: 'Nội dung khác' }, true],
    ['another title', { title: '' }, true],
    ['a place that was not there', { category: 'Du lịch' }, true],
    ['an image taken away', { images: ['/media/a.webp'] }, true],
  ])('%s', (_, fields, expected) => {
    expect(isEdited(...bothVersions(fields))).toBe(expected);
  });
});

describe('evidenceOf', () => {
  test.each([
    ['the subject and its evidence', { snapshot, reportedItem: postNow() }, 'here'],
    ['the evidence, once the subject is gone', { snapshot, reportedItem: 'p1' }, 'gone'],
    ['nothing of an imported report whose subject is gone', { snapshot: null, reportedItem: 'p1' }, 'gone'],
    ['the id alone where nothing was looked up', { history: null, reportedItem: 'p1' }, 'asked'],
    ['nothing, without an id', { history: null, reportedItem: '' }, 'unknown'],
    ['nothing, of a type not known', { history: null, itemType: 'Video', reportedItem: { _id: 'v1' } }, 'unknown'],
  ] as const)('%s', (_, fields, kind) => {
    expect(evidenceOf(report(fields)).kind).toBe(kind);
  });
});

test('evidenceOf: a comment whose post is purged is shown under the post in the evidence', () => {
  if (snapshot.itemType !== 'Post') throw new Error('no post');
  const { post } = snapshot;
  const about = { _id: 'c1', content: 'xấu', createdAt: CREATED, author: { username: 'Bình' } };
  const kept: ReportSnapshot = { itemType: 'Comment', comment: { ...about, parentType: 'Post', parent: post } };
  const reportedItem = { ...comment, parentType: 'Post', parentId: 'p1', parent: null };
  expect(evidenceOf(report({ itemType: 'Comment', snapshot: kept, reportedItem }))).toMatchObject({
    kind: 'here',
    now: { isParentGone: true, parent: { id: 'p1', title: 'Tiêu đề' } },
  });
});

test('subjectNameOf: the title, or the first words', () => {
  const reportedItem = postNow({ title: ' ', content: `${'dài '.repeat(40)}\nhai` });
  expect(subjectNameOf(report({ reportedItem }))).toBe(`${'dài '.repeat(20)}…`);
  expect(subjectNameOf(report({ itemType: 'TravelPost', reportedItem: travelPost }))).toBe('Đà Lạt');
  expect(subjectNameOf(report({ snapshot, reportedItem: 'p1' })), 'also once it is gone').toBe('Tiêu đề');
  expect(subjectNameOf(report({ history: null, reportedItem: 'p1' }))).toBe('');
});
