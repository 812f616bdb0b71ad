import { expect, test } from 'vitest';
import { createEventGate } from './event-gate.ts';

function gateAt() {
  const clock = { ms: 0 };
  const gate = createEventGate({ perSecond: 20, toleratedRefusals: 100 }, () => clock.ms);
  const pass = (times: number) => Array.from({ length: times }, () => gate.pass());
  return { clock, pass };
}
const count = (passes: string[], kind: string) => passes.filter((pass) => pass === kind).length;

test('lets 20 through at once, and 20 a second from then on', () => {
  const { clock, pass } = gateAt();
  expect(count(pass(30), 'open')).toBe(20);
  clock.ms += 500;
  expect(count(pass(30), 'open')).toBe(10);
  clock.ms += 60_000;
  expect(count(pass(30), 'open')).toBe(20);
});

test('calls it abuse when refusals go on without a rest', () => {
  const { clock, pass } = gateAt();
  expect(pass(120)).not.toContain('abuse');
  clock.ms += 50;
  expect(pass(2)).toEqual(['open', 'abuse']);
});

test('forgets refusals once the sender has rested', () => {
  const { clock, pass } = gateAt();
  pass(120);
  clock.ms += 1_000;
  expect(pass(120)).not.toContain('abuse');
});
