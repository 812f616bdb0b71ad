import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { describe, expect, test } from 'vitest';
import { SAMPLE_REPORT_DETAIL } from '../../../testing/samples.ts';
import { findNextReport } from './next-report.ts';

interface Waiting {
  readonly id: string;
  readonly post?: string;
  readonly status?: string;
  readonly assignee?: string;
  /** How many reports of its subject are open. */
  readonly open?: number;
  /** The state that the list in memory still shows of it; absent where the list has not got it. */
  readonly listed?: { readonly status?: string; readonly assignee?: string };
}

const toAssignee = (_id: string | undefined) =>
  _id === undefined ? null : { _id, username: _id, avatar: null, at: '2026-11-01T00:00:00.000Z' };

function detailOf({ id, post = id, status = 'pending', assignee, open = 1 }: Waiting): ReportDetail {
  const counts = { reports: open, reporters: open, open, pending: open, hiddenAt: null, foundHarmless: null };
  return {
    ...SAMPLE_REPORT_DETAIL,
    _id: id,
    itemType: 'Post',
    reportedItem: post,
    status,
    case: { ...counts, assignee: toAssignee(assignee) },
  };
}

/** @returns what was found, and which reports were asked for */
async function find(waiting: readonly Waiting[]) {
  const asked: string[] = [];
  async function* ids() {
    for (const { id } of waiting) yield id;
  }
  const found = await findNextReport({
    ids: ids(),
    isWanted: (status) => status === 'pending' || status === 'reviewing',
    adminId: 'me',
    known(id) {
      const row = waiting.find((each) => each.id === id);
      return row?.listed && { ...detailOf({ ...row, ...row.listed }), assignee: toAssignee(row.listed.assignee) };
    },
    async read(id) {
      asked.push(id);
      const row = waiting.find((each) => each.id === id);
      return row ? detailOf(row) : null;
    },
  });
  return { ...found, asked };
}

describe('findNextReport', () => {
  test('returns the caller’s own or an unassigned one, not one of another administrator', async () => {
    expect(await find([{ id: 'a', assignee: 'other' }, { id: 'b' }])).toMatchObject({ id: 'b', areTaken: true });
    expect(await find([{ id: 'a', assignee: 'me' }])).toMatchObject({ id: 'a', areTaken: false });
    expect(await find([{ id: 'a', assignee: 'other' }])).toMatchObject({ id: undefined, areTaken: true });
    expect(await find([{ id: 'a', status: 'resolved', assignee: 'other' }])).toMatchObject({ areTaken: false });
  });

  test('of fifteen reports that one decision has closed fetches the first only', async () => {
    const closed = Array.from({ length: 15 }, (_, n) => ({
      id: `c${n}`,
      post: 'spam',
      status: 'resolved',
      open: 0,
      listed: { status: 'pending' },
    }));
    expect(await find([...closed, { id: 'next' }])).toMatchObject({ id: 'next', asked: ['c0', 'next'] });
  });

  test('does not fetch reports that the list has as decided or assigned', async () => {
    const known = [
      { id: 'a', listed: { status: 'rejected' } },
      { id: 'b', listed: { assignee: 'other' } },
    ];
    expect(await find([...known, { id: 'c' }])).toMatchObject({ id: 'c', areTaken: true, asked: ['c'] });
  });

  test('stops after ten that were decided meanwhile', async () => {
    const decided = Array.from({ length: 11 }, (_, n) => ({ id: `d${n}`, status: 'resolved', open: 0 }));
    const { id, asked } = await find([...decided, { id: 'next' }]);
    expect([id, asked.length]).toEqual([undefined, 10]);
  });
});
