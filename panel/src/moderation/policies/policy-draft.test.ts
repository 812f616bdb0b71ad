import { type Policy, policyFieldsSchema } from '@hai-dang/contract/moderation/policies.schema.ts';
import { describe, expect, test } from 'vitest';
import { fieldErrors } from '../../ui/use-form.ts';
import { type PolicyDraft, toDraft, toFields } from './policy-draft.ts';

const POLICY: Policy = {
  key: 'scam',
  title: 'Lừa đảo',
  text: 'Không lừa người khác.',
  severity: 3,
  points: 5,
  expiresDays: 365,
  defaultActions: ['takedown', 'suspend'],
  suspendDays: 30,
  isEnabled: true,
  version: 4,
  appliedCount: 2,
  overturnedCount: 1,
  updatedAt: '2026-11-21T08:00:00.000Z',
};
const errorsOf = (change: Partial<PolicyDraft>) =>
  fieldErrors(policyFieldsSchema.safeParse(toFields({ ...toDraft(POLICY), ...change })).error?.issues);

describe('toFields', () => {
  test('of the form of a rule returns its editable fields', () => {
    const { key, isEnabled, version, appliedCount, overturnedCount, updatedAt, ...stated } = POLICY;
    expect(toFields(toDraft(POLICY))).toEqual(stated);
    expect(toFields(toDraft({ ...POLICY, suspendDays: null }))).toMatchObject({ suspendDays: null });
    expect(errorsOf({})).toEqual({});
  });

  test('includes the length of a suspension only with that action', () => {
    expect(toFields({ ...toDraft(POLICY), defaultActions: ['warn'] })).toMatchObject({ suspendDays: null });
    expect(errorsOf({ defaultActions: ['warn'], suspendDays: 'x' })).toEqual({});
  });

  test.each(['', '-1', '1.5', '1e1', '2 điểm', '0x1', '99999999999999999999'])('%j are no points', (points) => {
    expect(errorsOf({ points })).toEqual({ points: 'Điểm là một số nguyên từ 0 đến 20' });
  });

  test('accept blanks around a number', () => {
    expect(toFields({ ...toDraft(POLICY), points: ' 7 ', expiresDays: '30 ' })).toMatchObject({
      points: 7,
      expiresDays: 30,
    });
  });

  test('of an empty form names the missing fields', () => {
    expect(errorsOf({ title: ' ', text: '', suspendDays: '0' })).toEqual({
      title: 'Tên quy tắc cần ít nhất 3 ký tự',
      text: 'Nội dung cần ít nhất 10 ký tự',
      suspendDays: 'Số ngày tạm khóa từ 1 đến 365',
    });
  });
});
