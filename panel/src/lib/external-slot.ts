/** A value outside React that components can watch with useSyncExternalStore. */
export interface ExternalSlot<Value> {
  get(): Value | undefined;
  set(value: Value | undefined): void;
  subscribe(listener: () => void): () => void;
}

/** An empty slot; its watchers are told of every change. */
export function createExternalSlot<Value>(): ExternalSlot<Value> {
  const listeners = new Set<() => void>();
  let held: Value | undefined;
  return {
    get: () => held,
    set(value) {
      held = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
