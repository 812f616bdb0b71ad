import { expect, test, vi } from 'vitest';
import { createExternalStore, createStore } from './create-store.ts';

test('createStore: set stores the value and notifies every listener that is subscribed', () => {
  const store = createStore(0);
  const first = vi.fn();
  const second = vi.fn();
  const unsubscribe = store.subscribe(first);
  store.subscribe(second);
  store.set(1);
  unsubscribe();
  store.set(2);
  expect(store.get()).toBe(2);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(2);
});

test('createStore: a value that isSame is stored without a notification', () => {
  const store = createStore({ id: 1, note: '' }, { isSame: (before, after) => before.id === after.id });
  const listener = vi.fn();
  store.subscribe(listener);
  store.set({ id: 1, note: 'x' });
  expect(store.get().note).toBe('x');
  expect(listener).not.toHaveBeenCalled();
  store.set({ id: 2, note: '' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('createExternalStore: onActive runs at the first subscription, its cleanup after the last one ends', () => {
  const log: string[] = [];
  const store = createExternalStore(
    () => 0,
    () => {
      log.push('active');
      return () => log.push('idle');
    },
  );
  const ends = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
  for (const end of ends) end();
  ends[0]?.();
  expect(log).toEqual(['active', 'idle']);
  store.subscribe(() => undefined);
  expect(log).toEqual(['active', 'idle', 'active']);
});
