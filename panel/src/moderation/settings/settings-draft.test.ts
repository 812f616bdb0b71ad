import { type Settings, settingsFieldsSchema } from '@hai-dang/contract/moderation/settings.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSame,
  readUnsaved,
  type SettingsDraft,
  settingsErrors,
  toDraft,
  toFields,
  withStep,
  writeUnsaved,
} from './settings-draft.ts';

const SETTINGS: Settings = {
  ladder: [
    { points: 3, action: 'suspend', suspendDays: 7 },
    { points: 9, action: 'disable', suspendDays: null },
  ],
  dueHours: [24, 24, 12, 1],
  appealDueHours: 48,
  appealDays: 30,
  isSealingOn: true,
  isHidingOn: false,
  hidingReporters: 5,
  version: 3,
  updatedAt: '2026-11-23T08:00:00.000Z',
};
const { version: _, updatedAt: __, ...FIELDS } = SETTINGS;
const errorsOf = (change: Partial<SettingsDraft>) =>
  settingsErrors(settingsFieldsSchema.safeParse(toFields({ ...toDraft(SETTINGS), ...change })).error?.issues);

describe('toFields', () => {
  it('returns the fields that the form was made of', () => {
    expect(toFields(toDraft(SETTINGS))).toEqual(FIELDS);
  });

  it('leaves out the days of a step that disables', () => {
    const { steps } = toDraft(SETTINGS);
    const disabling = steps.map((step) => ({ ...step, action: 'disable' as const }));
    expect(toFields({ ...toDraft(SETTINGS), steps: disabling }).ladder[0]).toEqual({
      points: 3,
      action: 'disable',
      suspendDays: null,
    });
  });

  it('any texts: the schema accepts them or names a field', () => {
    const number = fc.oneof(fc.string({ maxLength: 4 }), fc.nat(200).map(String));
    const step = fc.record({
      id: fc.nat(),
      points: number,
      action: fc.constantFrom('suspend' as const, 'disable' as const),
      days: number,
    });
    const draft = fc.record({
      steps: fc.array(step, { maxLength: 8 }),
      dueHours: fc.tuple(number, number, number, number),
      appealDueHours: number,
      appealDays: number,
      isSealingOn: fc.boolean(),
      isHidingOn: fc.boolean(),
      hidingReporters: number,
    });
    fc.assert(
      fc.property(draft, (typed) => {
        const parsed = settingsFieldsSchema.safeParse(toFields(typed));
        expect(parsed.success || Object.keys(settingsErrors(parsed.error.issues)).every((name) => name !== '')).toBe(
          true,
        );
      }),
    );
  });
});

describe('settingsErrors', () => {
  it('names the field of a step', () => {
    const { steps } = toDraft(SETTINGS);
    expect(Object.keys(errorsOf({ steps: withStep(steps) }))).toEqual(['ladder.2.points', 'ladder.2.suspendDays']);
    const swapped = steps.toReversed();
    expect(errorsOf({ steps: swapped })).toEqual({
      'ladder.1.points': 'Mỗi bậc cần nhiều điểm hơn bậc trước',
      'ladder.1.suspendDays': 'Mỗi bậc cần xử lý nặng hơn bậc trước',
    });
  });

  it('names a field with a text that is no number', () => {
    expect(Object.keys(errorsOf({ appealDays: '-1', hidingReporters: '1e2' }))).toEqual([
      'appealDays',
      'hidingReporters',
    ]);
  });
});

describe('isSame', () => {
  it('compares the meaning, not the notation', () => {
    const draft = toDraft(SETTINGS);
    expect(isSame(draft, toDraft(SETTINGS))).toBe(true);
    expect(isSame({ ...draft, appealDays: ' 30 ' }, draft)).toBe(true);
    expect(isSame({ ...draft, appealDays: '31' }, draft)).toBe(false);
    expect(isSame({ ...draft, steps: withStep(draft.steps) }, draft)).toBe(false);
  });
});

describe('withStep', () => {
  it('gives each step an id of its own', () => {
    const { steps } = toDraft(SETTINGS);
    const ids = withStep(withStep(steps.slice(1))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(withStep([]).map(({ id }) => id)).toEqual([0]);
  });
});

describe('writeUnsaved, readUnsaved', () => {
  it('unsaved fields are restored as they were written, with the settings that they are based on', () => {
    const unsaved = { base: SETTINGS, draft: { ...toDraft(SETTINGS), appealDays: 'bảy' } };
    expect(readUnsaved(writeUnsaved(unsaved))).toEqual(unsaved);
  });

  it('unchanged fields are not stored, and unreadable ones are ignored', () => {
    expect(writeUnsaved({ base: SETTINGS, draft: toDraft(SETTINGS) })).toBe('');
    for (const junk of ['', '{', '1', '{"base":{}}']) expect(readUnsaved(junk)).toBeUndefined();
  });
});
