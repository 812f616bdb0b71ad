import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT_EVENTS, createAccountLimits, SOCKETS_PER_ACCOUNT } from './account-limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('tryOpen: 20 sockets per account, each account its own; a socket closed twice is subtracted once', async () => {
  const limits = createAccountLimits();
  const closes = [];
  for (let count = 0; count < SOCKETS_PER_ACCOUNT; count += 1) closes.push(await limits.tryOpen('a'));
  expect(await limits.tryOpen('a')).toBeNull();
  expect(await limits.tryOpen('b')).not.toBeNull();
  closes[0]?.();
  closes[0]?.();
  expect(await limits.tryOpen('a')).not.toBeNull();
  expect(await limits.tryOpen('a')).toBeNull();
});

test('tryHandle: an account has 200 events at once and 40 a second, also after a reconnect', async () => {
  const limits = createAccountLimits();
  const handled = () => {
    let count = 0;
    while (limits.tryHandle('a')) count += 1;
    return count;
  };
  const close = await limits.tryOpen('a');
  expect(handled()).toBe(ACCOUNT_EVENTS.burst);
  close?.();
  vi.advanceTimersByTime(1_000);
  await limits.tryOpen('a');
  expect(handled()).toBe(ACCOUNT_EVENTS.perSecond);
});
