import { expect, test } from 'vitest';
import { createEventLimiter } from './event-limiter.ts';

function limiterAt() {
  const clock = { ms: 0 };
  const limiter = createEventLimiter({ perSecond: 20, toleratedRejections: 100 }, () => clock.ms);
  const consume = (times: number) => Array.from({ length: times }, () => limiter.tryConsume());
  return { clock, consume };
}
const count = (outcomes: string[], kind: string) => outcomes.filter((outcome) => outcome === kind).length;

test('tryConsume: allows 20 at once, and 20 a second from then on', () => {
  const { clock, consume } = limiterAt();
  expect(count(consume(30), 'allowed')).toBe(20);
  clock.ms += 500;
  expect(count(consume(30), 'allowed')).toBe(10);
  clock.ms += 60_000;
  expect(count(consume(30), 'allowed')).toBe(20);
});

test('tryConsume: rejections without a pause count as abuse', () => {
  const { clock, consume } = limiterAt();
  expect(consume(120)).not.toContain('abuse');
  clock.ms += 50;
  expect(consume(2)).toEqual(['allowed', 'abuse']);
});

test('tryConsume: rejections before a pause do not count', () => {
  const { clock, consume } = limiterAt();
  consume(120);
  clock.ms += 1_000;
  expect(consume(120)).not.toContain('abuse');
});
