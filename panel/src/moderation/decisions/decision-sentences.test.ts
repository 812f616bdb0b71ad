import { describe, expect, it } from 'vitest';
import { samplePolicy, sampleSubject } from '../../testing/samples.ts';
import { type DecisionChoice, NO_CHOICE, toDecision } from './decision-choice.ts';
import {
  changesBetween,
  changesWhileDeciding,
  chosenText,
  consequenceTexts,
  doneText,
  eventText,
  recordText,
  reportersText,
} from './decision-sentences.ts';

/** 10:15 on 23 November 2026 in Vietnam. */
const NOW = Date.parse('2026-11-23T03:15:00Z');
const ALL = ['takedown', 'warn', 'suspend', 'disable'] as const;

function sentences(
  subject: Parameters<typeof consequenceTexts>[0],
  choice: Partial<DecisionChoice>,
  policy = samplePolicy({ points: 2, expiresDays: 90 }),
) {
  const decision = toDecision(subject, { ...NO_CHOICE, policy: policy.key, ...choice }, ALL);
  return consequenceTexts(subject, decision, choice.outcome === 'violation' ? policy : undefined, NOW);
}

describe('consequenceTexts', () => {
  it('a violation: each action, the points with their end, and the open reports', () => {
    const subject = sampleSubject({ openReports: 11 });
    expect(sentences(subject, { outcome: 'violation', actions: ['takedown', 'warn', 'suspend'], days: '7' })).toEqual([
      'Bài viết sẽ bị gỡ',
      'Lan có thêm một cảnh cáo trong hồ sơ',
      'Tài khoản Lan bị tạm khóa 7 ngày, đến 10:15 30/11/2026',
      'Lan nhận 2 điểm, hết hạn ngày 21/02/2027',
      '11 báo cáo đang mở được đóng với kết quả Đã xử lý',
    ]);
  });

  it('a violation without an action is recorded, with its points', () => {
    expect(sentences(sampleSubject({ openReports: 0 }), { outcome: 'violation', actions: [] })).toEqual([
      'Vi phạm được ghi vào hồ sơ của Lan',
      'Lan nhận 2 điểm, hết hạn ngày 21/02/2027',
    ]);
  });

  it('a disabling has no end', () => {
    const subject = sampleSubject({ subject: { itemType: 'User', itemId: 'lan' }, openReports: 0 });
    expect(sentences(subject, { outcome: 'violation', actions: ['disable'] })[0]).toBe(
      'Tài khoản Lan bị vô hiệu hóa cho đến khi được kích hoạt lại',
    );
  });

  it('a suspension of a suspended account: its present end, and whether the new one is later', () => {
    const { owner } = sampleSubject();
    const until = '2026-11-30T03:15:00Z';
    const suspended = sampleSubject({
      owner: owner && { ...owner, isDisabled: true, disabledUntil: until },
      openReports: 0,
    });
    const saying = (days: string) => sentences(suspended, { outcome: 'violation', actions: ['suspend'], days })[0];
    expect(saying('30')).toBe(
      'Tài khoản Lan đã bị tạm khóa đến 10:15 30/11/2026; quyết định này kéo dài đến 10:15 23/12/2026',
    );
    expect(saying('3')).toBe('Tài khoản Lan đã bị tạm khóa đến 10:15 30/11/2026; quyết định này không kéo dài thêm');
  });

  it('no violation: the open reports are rejected, and nobody gets points', () => {
    expect(sentences(sampleSubject({ openReports: 3 }), { outcome: 'no_violation' })).toEqual([
      '3 báo cáo đang mở được đóng với kết quả Từ chối',
    ]);
  });

  it('hidden content is restored, unless it is taken down', () => {
    const hidden = sampleSubject({ hiddenAt: '2026-11-23T03:00:00Z', openReports: 0 });
    const shownAgain = 'Nội dung đang ẩn tạm sẽ hiện lại trên ứng dụng';
    expect(sentences(hidden, { outcome: 'no_violation' })).toEqual([shownAgain]);
    expect(sentences(hidden, { outcome: 'violation', actions: ['warn'] })).toContain(shownAgain);
    const takedown = sentences(hidden, { outcome: 'violation', actions: ['takedown'] });
    expect(takedown).toContain('Bài viết sẽ bị gỡ');
    expect(takedown).not.toContain(shownAgain);
  });

  it('no violation: content that was taken down stays so, and the text says it', () => {
    const subject = sampleSubject({ takenDownAt: '2026-11-23T03:00:00Z', openReports: 0 });
    expect(sentences(subject, { outcome: 'no_violation' })).toEqual(['Nội dung đã bị gỡ vẫn không hiện lại']);
  });

  it('says so if nothing follows, and nothing until there is a conclusion', () => {
    const subject = sampleSubject({ openReports: 0 });
    expect(sentences(subject, { outcome: 'no_violation' })).toEqual([
      'Kết luận được lưu lại, ngoài ra không có gì thay đổi',
    ]);
    expect(sentences(subject, {})).toEqual([]);
    expect(
      consequenceTexts(subject, toDecision(subject, { ...NO_CHOICE, outcome: 'violation' }, ALL), undefined, NOW),
    ).toEqual([]);
  });

  it('without an owner: neither points nor penalties', () => {
    const subject = sampleSubject({ owner: null, openReports: 0 });
    expect(sentences(subject, { outcome: 'violation', actions: ['takedown', 'warn'] })).toEqual(['Bài viết sẽ bị gỡ']);
  });

  it('leaves out a suspension while its days are no number', () => {
    const subject = sampleSubject({ openReports: 0 });
    expect(sentences(subject, { outcome: 'violation', actions: ['suspend'], days: '' })).toEqual([
      'Lan nhận 2 điểm, hết hạn ngày 21/02/2027',
    ]);
  });
});

describe('chosenText', () => {
  const subject = sampleSubject();
  const chosen = (choice: Partial<DecisionChoice>) =>
    chosenText(
      toDecision(subject, { ...NO_CHOICE, ...choice }, ALL),
      choice.policy ? samplePolicy({ title: 'Spam' }) : undefined,
    );

  it('names the rule and what follows', () => {
    const rule = { outcome: 'violation', policy: 'spam' } as const;
    expect(chosen({ ...rule, actions: ['takedown', 'suspend'], days: '7' })).toBe('Spam: Gỡ nội dung, Tạm khóa 7 ngày');
    expect(chosen(rule)).toBe('Spam');
    expect(chosen({ outcome: 'no_violation' })).toBe('Không vi phạm');
    expect(chosen({})).toBe('');
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
      events: [
        {
          _id: 'e1',
          kind: 'decided',
          at: '2026-11-23T03:00:00Z',
          actor: { _id: 'b', username: 'Trưởng ca' },
          reportId: null,
          decisionId: 'd1',
          policy: null,
          note: null,
          until: null,
        },
      ],
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
});

describe('changesWhileDeciding', () => {
  const decided = (policy: { key: string; version: number; title: string } | null) =>
    sampleSubject({
      events: [
        {
          _id: 'e1',
          kind: 'decided',
          at: '2026-11-23T03:00:00Z',
          actor: { _id: 'b', username: 'Trưởng ca' },
          reportId: null,
          decisionId: 'd1',
          policy,
          note: null,
          until: null,
        },
      ],
    });
  const spam = decided({ key: 'spam', version: 1, title: 'Spam' });

  it('warns if a violation was decided since, which another decision would punish twice', () => {
    const warning = 'Vi phạm vừa được xử lý. Quyết định thêm lần nữa thì điểm và thư cũng thêm lần nữa.';
    expect(changesWhileDeciding(sampleSubject(), spam)).toEqual(['Quyết định: Spam · Trưởng ca', warning]);
    expect(changesWhileDeciding(spam, spam)).toEqual([]);
    expect(changesWhileDeciding(sampleSubject(), decided(null))).toEqual(['Quyết định · Trưởng ca']);
  });
});
