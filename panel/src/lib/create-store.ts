import { useSyncExternalStore } from 'react';

/** State outside of React: components read it with useStore, other code with get and subscribe. */
export interface Store<Value> {
  /** The same object until the value changes. */
  get(): Value;
  /**
   * Runs the listener after each change.
   * @returns ends the subscription
   */
  subscribe(listener: () => void): () => void;
}

export interface WritableStore<Value> extends Store<Value> {
  set(value: Value): void;
}

interface StoreOptions<Value> {
  /** Whether two values are equal for every listener; the new one is stored, but no listener is notified. */
  readonly isSame?: (before: Value, after: Value) => boolean;
  /**
   * Runs with the first subscription.
   * @returns runs after the last one has ended
   */
  readonly onActive?: () => () => void;
}

/** A store of a value that lives elsewhere, for instance in the browser's storage: `notify` reports a change. */
export function createExternalStore<Value>(
  get: () => Value,
  onActive?: (notify: () => void) => () => void,
): Store<Value> & { notify(): void } {
  const listeners = new Set<() => void>();
  let onIdle: (() => void) | undefined;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  return {
    get,
    notify,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) onIdle = onActive?.(notify);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        onIdle?.();
        onIdle = undefined;
      };
    },
  };
}

/** The panel's one way to keep state outside of React. */
export function createStore<Value>(
  initial: Value,
  { isSame = Object.is, onActive }: StoreOptions<Value> = {},
): WritableStore<Value> {
  let value = initial;
  const { get, subscribe, notify } = createExternalStore(() => value, onActive);
  return {
    get,
    subscribe,
    set(next) {
      const before = value;
      value = next;
      if (!isSame(before, next)) notify();
    },
  };
}

/** The value of a store as React state. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
