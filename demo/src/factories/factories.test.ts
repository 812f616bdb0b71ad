import { DAY_MS, HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../server/src/lib/random.ts';
import { busyMoment, busyness, growingMoment, momentSoonAfter } from './calendar.ts';
import { seededId } from './seeded-id.ts';
import { asciiWords, userPhone } from './user-names.ts';

const MONDAY = Date.parse('2026-11-16T00:00:00+07:00');

describe('seededId', () => {
  test('is a UUIDv7 of the time of its row', () => {
    const random = createRandom('ids');
    const at = Date.parse('2026-11-21T09:00:00.123Z');
    const id = seededId(random, at);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at);
    expect(seededId(random, at)).not.toBe(id);
    expect(seededId(random, at + 1) > id).toBe(true);
  });
});

describe('calendar', () => {
  test('busyness: is highest on a weekend evening in Vietnam and low at night', () => {
    const saturdayEvening = busyness(MONDAY + 5 * DAY_MS + 20 * HOUR_MS);
    expect(saturdayEvening).toBe(1);
    expect(busyness(MONDAY + 20 * HOUR_MS)).toBeLessThan(saturdayEvening);
    expect(busyness(MONDAY + 3 * HOUR_MS)).toBeLessThan(0.05);
  });

  test('busyMoment: moments are within their span', () => {
    const random = createRandom('moments');
    const span = { from: MONDAY, to: MONDAY + 7 * DAY_MS };
    const busy = Array.from({ length: 2_000 }, () => busyMoment(random, span));
    const growing = Array.from({ length: 2_000 }, () => growingMoment(random, span));
    for (const at of [...busy, ...growing]) {
      expect(at).toBeGreaterThanOrEqual(span.from);
      expect(at).toBeLessThanOrEqual(span.to);
    }
    const mean = (all: number[]) => all.reduce((sum, at) => sum + at, 0) / all.length;
    expect(mean(growing)).toBeGreaterThan(mean(busy));
    for (let index = 0; index < 500; index++) {
      const after = momentSoonAfter(random, MONDAY, DAY_MS, MONDAY + HOUR_MS);
      expect(after).toBeGreaterThanOrEqual(MONDAY);
      expect(after).toBeLessThanOrEqual(MONDAY + HOUR_MS);
    }
    expect(busyMoment(random, { from: MONDAY, to: MONDAY })).toBe(MONDAY);
  });
});

describe('user names', () => {
  test('asciiWords: without diacritics, for e-mails', () => {
    expect(asciiWords('Đặng Thị Ngọc Diễm')).toEqual(['dang', 'thi', 'ngoc', 'diem']);
  });

  test('userPhone: 50 000 different numbers, with a prefix of no operator', () => {
    const numbers = new Set(Array.from({ length: 50_000 }, (_, serial) => userPhone(serial)));
    expect(numbers.size).toBe(50_000);
    expect([...numbers].every((number) => /^060\d{7}$/.test(number))).toBe(true);
  });
});
