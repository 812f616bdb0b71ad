import { describe, expect, test } from 'vitest';
import { type ChosenEnd, endAt } from './note-end.ts';

/** 08:30 in Vietnam. */
const NOW = new Date('2026-11-25T01:30:00.000Z');

describe('endAt', () => {
  test.for<[ChosenEnd, string | null | undefined]>([
    [{ choice: '', day: '2026-12-01' }, null],
    [{ choice: '1', day: '' }, '2026-11-26T01:30:00.000Z'],
    [{ choice: '30', day: '' }, '2026-12-25T01:30:00.000Z'],
    [{ choice: 'day', day: '2026-11-25' }, '2026-11-25T16:59:00.000Z'],
    [{ choice: 'day', day: '2026-12-01' }, '2026-12-01T16:59:00.000Z'],
    [{ choice: 'day', day: '2026-11-24' }, undefined],
    [{ choice: 'day', day: '' }, undefined],
    [{ choice: 'day', day: '2026-02-30' }, undefined],
  ])('%j is %s', ([chosen, end]) => {
    expect(endAt(chosen, NOW)).toBe(end);
  });
});
