import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { describe, expect, it } from 'vitest';
import { sampleEvent, samplePolicy, sampleReported, sampleSubject } from '../../testing/samples.ts';
import { type DecisionChoice, NO_CHOICE, toDecision } from './decision-choice.ts';
import {
  changesBetween,
  changesWhileDeciding,
  consequencesText,
  decisionName,
  doneText,
  eventText,
  offerText,
  recordText,
  reportersText,
} from './decision-sentences.ts';

/** 10:15 on 23 November 2026 in Vietnam. */
const NOW = Date.parse('2026-11-23T03:15:00Z');
const ALL = ['takedown', 'warn', 'suspend', 'disable'] as const;

const SPAM = samplePolicy({ points: 2, expiresDays: 90 });

function text(
  subject: ModerationSubject,
  choice: Partial<DecisionChoice>,
  letters?: Parameters<typeof consequencesText>[3],
) {
  const decision = toDecision(subject, { ...NO_CHOICE, policy: SPAM.key, ...choice }, ALL);
  return consequencesText(subject, decision, choice.outcome === 'violation' ? SPAM : undefined, letters, NOW);
}

const until = '2026-11-30T03:15:00Z';
const { owner } = sampleSubject();
const suspended = sampleSubject({
  owner: owner && { ...owner, isDisabled: true, disabledUntil: until },
  openReports: 0,
});

describe('consequencesText', () => {
  it('a violation: each action, the points with their end, and the open reports', () => {
    const subject = sampleSubject({ openReports: 11 });
    expect(text(subject, { outcome: 'violation', actions: ['takedown', 'warn', 'suspend'], days: '7' })).toBe(
      'Bài viết bị gỡ · thêm một cảnh cáo · tài khoản bị tạm khóa 7 ngày, đến 10:15 30/11/2026 · 2 điểm đến 21/02/2027 · 11 báo cáo đóng: Đã xử lý',
    );
  });

  it('a violation without an action is recorded, with its points', () => {
    expect(text(sampleSubject({ openReports: 0 }), { outcome: 'violation', actions: [] })).toBe(
      'Vi phạm được ghi vào hồ sơ · 2 điểm đến 21/02/2027',
    );
  });

  it('a disabling has no end', () => {
    const subject = sampleSubject({ subject: { itemType: 'User', itemId: 'lan' }, openReports: 0 });
    expect(text(subject, { outcome: 'violation', actions: ['disable'] })).toBe(
      'Tài khoản bị vô hiệu hóa cho đến khi được kích hoạt lại · 2 điểm đến 21/02/2027',
    );
  });

  it('a suspension of a suspended account: its present end, and whether the new one is later', () => {
    const saying = (days: string) => text(suspended, { outcome: 'violation', actions: ['suspend'], days });
    expect(saying('30')).toBe(
      'Tài khoản đã bị tạm khóa đến 10:15 30/11/2026, nay kéo dài đến 10:15 23/12/2026 · 2 điểm đến 21/02/2027',
    );
    expect(saying('3')).toBe(
      'Tài khoản đã bị tạm khóa đến 10:15 30/11/2026, không kéo dài thêm · 2 điểm đến 21/02/2027',
    );
  });

  it('no violation: the open reports are rejected, and nobody gets points', () => {
    expect(text(sampleSubject({ openReports: 3 }), { outcome: 'no_violation' })).toBe('3 báo cáo đóng: Từ chối');
  });

  it('hidden content is restored, unless it is taken down', () => {
    const hidden = sampleSubject({ hiddenAt: '2026-11-23T03:00:00Z', openReports: 0 });
    expect(text(hidden, { outcome: 'no_violation' })).toBe('Nội dung đang ẩn tạm hiện lại trên ứng dụng');
    expect(text(hidden, { outcome: 'violation', actions: ['warn'] })).toBe(
      'Nội dung đang ẩn tạm hiện lại trên ứng dụng · thêm một cảnh cáo · 2 điểm đến 21/02/2027',
    );
    expect(text(hidden, { outcome: 'violation', actions: ['takedown'] })).toBe(
      'Bài viết bị gỡ · 2 điểm đến 21/02/2027',
    );
  });

  it('no violation: content that was taken down stays so, and the text says it', () => {
    const subject = sampleSubject({ takenDownAt: '2026-11-23T03:00:00Z', openReports: 0 });
    expect(text(subject, { outcome: 'no_violation' })).toBe('Nội dung đã bị gỡ vẫn không hiện lại');
  });

  it('says so if nothing follows, and nothing until there is a conclusion', () => {
    const subject = sampleSubject({ openReports: 0 });
    expect(text(subject, { outcome: 'no_violation' })).toBe('Kết luận được lưu lại, ngoài ra không có gì thay đổi');
    expect(text(subject, {})).toBe('');
    const withoutRule = toDecision(subject, { ...NO_CHOICE, outcome: 'violation' }, ALL);
    expect(consequencesText(subject, withoutRule, undefined, undefined, NOW)).toBe('');
  });

  it('without an owner: neither points nor penalties', () => {
    const subject = sampleSubject({ owner: null, openReports: 0 });
    expect(text(subject, { outcome: 'violation', actions: ['takedown', 'warn'] })).toBe('Bài viết bị gỡ');
  });

  it('leaves out a suspension while its days are no number', () => {
    const subject = sampleSubject({ openReports: 0 });
    expect(text(subject, { outcome: 'violation', actions: ['suspend'], days: '' })).toBe('2 điểm đến 21/02/2027');
  });

  const letter = { kind: 'takedown', text: 'Chào Lan', draft: 'Chào {tên}', values: {} };
  const skipped = { mode: 'none', text: '', basis: '' } as const;
  it.each([
    ['one to the owner and one to each reporter', { reports: 12, openReports: 12, reporters: 9 }, {}, '10 thư'],
    ['some reports are closed: at the most', { reports: 12, openReports: 3, reporters: 9 }, {}, 'tối đa 4 thư'],
    ['one open report', { reports: 12, openReports: 1, reporters: 9 }, {}, '2 thư'],
    ['that to the owner is skipped', { reports: 2, openReports: 2, reporters: 2 }, { owner: skipped }, '2 thư'],
    [
      'those to the reporters are skipped',
      { reports: 2, openReports: 2, reporters: 2 },
      { reporters: skipped },
      '1 thư',
    ],
  ])('letters: %s', (_, counts, choice, shown) => {
    const letters = { owner: letter, reporters: letter };
    const said = text(sampleSubject(counts), { outcome: 'violation', actions: ['takedown'], ...choice }, letters);
    expect(said.split(' · ').at(-1)).toBe(shown);
  });

  it('letters: nobody gets one → nothing is said of them', () => {
    const subject = sampleSubject({ openReports: 3 });
    expect(text(subject, { outcome: 'no_violation' }, { owner: null, reporters: null })).not.toContain('thư');
  });
});

describe('decisionName', () => {
  const name = (choice: Partial<DecisionChoice>, subject = sampleSubject()) =>
    decisionName(subject, toDecision(subject, { ...NO_CHOICE, ...choice }, ALL), NOW);
  const violation = (actions: DecisionChoice['actions'], days = '7', subject?: ModerationSubject) =>
    name({ outcome: 'violation', policy: 'spam', actions, days }, subject);

  it('is each act, in order', () => {
    expect(violation(['takedown', 'warn', 'suspend'])).toBe('Gỡ, cảnh cáo, tạm khóa 7 ngày');
    expect(violation(['takedown', 'disable'])).toBe('Gỡ, vô hiệu hóa');
    expect(violation(['takedown'])).toBe('Gỡ nội dung');
    expect(violation(['warn'])).toBe('Cảnh cáo');
  });

  it('no violation, a violation without an act, and nothing chosen', () => {
    expect(name({ outcome: 'no_violation' })).toBe('Không vi phạm');
    expect(violation([])).toBe('Ghi nhận vi phạm');
    expect(name({})).toBe('Quyết định');
  });

  it('a suspension that changes nothing is not named, one that is longer is', () => {
    expect(violation(['suspend'], '3', suspended)).toBe('Ghi nhận vi phạm');
    expect(violation(['warn', 'suspend'], '30', suspended)).toBe('Cảnh cáo, tạm khóa 30 ngày');
  });
});

describe('offerText', () => {
  const week = { action: 'suspend', suspendDays: 7 } as const;

  it('is the penalty, and the points that lead to it', () => {
    expect(offerText(week, 0, { points: 3 })).toBe('Thang xử lý đề xuất: tạm khóa 7 ngày (0 + 3 = 3 điểm)');
    expect(offerText(week, 4, { points: 0 })).toBe('Thang xử lý đề xuất: tạm khóa 7 ngày (4 điểm)');
    expect(offerText({ action: 'disable', suspendDays: null }, 8, { points: 1 })).toBe(
      'Thang xử lý đề xuất: vô hiệu hóa (8 + 1 = 9 điểm)',
    );
  });
});

describe('doneText', () => {
  it('names the actions of the decision', () => {
    const one = (code: string, count: number | null = null) => ({ code, until: null, count });
    expect(doneText('no_violation', [one('close_reports', 2)])).toBe('Đã kết luận: không vi phạm');
    expect(doneText('violation', [one('record'), one('points', 2)])).toBe('Đã kết luận: vi phạm');
    expect(doneText('violation', [one('takedown'), one('suspend', 7), one('someday')])).toBe(
      'Đã quyết định: gỡ nội dung, tạm khóa 7 ngày',
    );
    expect(doneText('violation', [one('suspend_longer', 30)])).toBe('Đã quyết định: tạm khóa 30 ngày');
    expect(doneText('violation', [one('warn'), one('stay_disabled')])).toBe('Đã quyết định: cảnh cáo');
  });
});

describe('recordText', () => {
  it('has the points, warnings and appeals won, and whether the account is disabled', () => {
    const { owner } = sampleSubject();
    const strikes = { points: 2, recommended: null, ladder: [] };
    const ownerRecord = { warnings: 1, appealsWon: 0 };
    expect(recordText({ strikes: { ...strikes, points: 0 }, ownerRecord, owner })).toBe(
      'Không có điểm trong hạn · 1 cảnh cáo · 0 khiếu nại thắng',
    );
    expect(recordText({ strikes, ownerRecord, owner: owner && { ...owner, isDisabled: true } })).toBe(
      '2 điểm trong hạn · 1 cảnh cáo · 0 khiếu nại thắng · đã vô hiệu hóa',
    );
    const until = '2026-11-30T03:15:00Z';
    expect(
      recordText({ strikes, ownerRecord, owner: owner && { ...owner, isDisabled: true, disabledUntil: until } }),
    ).toBe('2 điểm trong hạn · 1 cảnh cáo · 0 khiếu nại thắng · tạm khóa đến 10:15 30/11/2026');
  });
});

describe('reportersText', () => {
  it('has how many of their other reports were right, where any was closed', () => {
    expect(reportersText({ reportersRecord: { closed: 11, right: 8 } })).toBe(
      '8 trong 11 báo cáo khác của người báo cáo là đúng',
    );
    expect(reportersText({ reportersRecord: { closed: 0, right: 0 } })).toBe(
      'Người báo cáo chưa có báo cáo nào khác được kết luận',
    );
  });
});

describe('eventText', () => {
  it('has the rule and the end; an unknown kind is shown unchanged', () => {
    const policy = { key: 'spam', version: 1, title: 'Spam' };
    expect(eventText({ kind: 'decided', policy, until: null })).toBe('Quyết định: Spam');
    expect(eventText({ kind: 'suspended', policy: null, until: '2026-11-30T03:15:00Z' })).toBe(
      'Tạm khóa tài khoản đến 10:15 30/11/2026',
    );
    expect(eventText({ kind: 'someday', policy: null, until: null })).toBe('someday');
  });
});

describe('changesBetween', () => {
  it('names state, counts, takedown, account, points and the new events', () => {
    const before = sampleSubject({ openReports: 2, reporters: 2 });
    const after = sampleSubject({
      state: 'closed',
      openReports: 0,
      reporters: 3,
      takenDownAt: '2026-11-23T03:00:00Z',
      owner: before.owner && { ...before.owner, isDisabled: true },
      strikes: { points: 2, recommended: null, ladder: [] },
      events: [sampleEvent()],
    });
    expect(changesBetween(before, after)).toEqual([
      'Trạng thái: Chờ xử lý → Không có báo cáo đang mở',
      'Báo cáo đang mở: 2 → 0',
      'Người báo cáo: 2 → 3',
      'Nội dung đã bị gỡ',
      'Tài khoản: đã vô hiệu hóa',
      'Điểm trong hạn: 0 → 2',
      'Quyết định · Trưởng ca',
    ]);
    expect(changesBetween(before, before)).toEqual([]);
  });

  it('new reports: first, with reason, rule and words, the newest three and the number of the others', () => {
    const before = sampleSubject({ openReports: 1, events: [sampleReported('old')] });
    const filed = [
      sampleReported('r5', { reason: 'violence', policy: 'Lừa đảo', description: ' Dọa đánh ' }),
      sampleReported('r4', { description: null, reporter: null }),
      ...['r3', 'r2', 'r1'].map((id) => sampleReported(id)),
    ];
    const after = sampleSubject({ openReports: 6, events: [...filed, ...before.events] });
    expect(changesBetween(before, after)).toEqual([
      { _id: 'r5', title: 'Báo cáo mới: Bạo lực · Lừa đảo', words: 'Dọa đánh', reporter: 'Trần Thế Phong' },
      { _id: 'r4', title: 'Báo cáo mới: Spam', words: '', reporter: 'Người dùng' },
      { _id: 'r3', title: 'Báo cáo mới: Spam', words: 'Gửi lời mời mua hàng', reporter: 'Trần Thế Phong' },
      'Cùng 2 báo cáo mới khác',
      'Báo cáo đang mở: 1 → 6',
    ]);
  });

  it('a report that is gone, or of a server that does not quote it: the event alone', () => {
    const after = sampleSubject({ events: [{ ...sampleReported('gone'), report: undefined }] });
    expect(changesBetween(sampleSubject(), after)).toEqual(['Báo cáo · Người dùng']);
  });
});

describe('changesWhileDeciding', () => {
  const decided = (policy: { key: string; version: number; title: string } | null) =>
    sampleSubject({
      events: [sampleEvent({ policy })],
    });
  const spam = decided({ key: 'spam', version: 1, title: 'Spam' });

  it('warns if a violation was decided since, which another decision would punish twice', () => {
    const warning = 'Vi phạm vừa được xử lý. Quyết định thêm lần nữa thì điểm và thư cũng thêm lần nữa.';
    expect(changesWhileDeciding(sampleSubject(), spam)).toEqual(['Quyết định: Spam · Trưởng ca', warning]);
    expect(changesWhileDeciding(spam, spam)).toEqual([]);
    expect(changesWhileDeciding(sampleSubject(), decided(null))).toEqual(['Quyết định · Trưởng ca']);
  });
});
