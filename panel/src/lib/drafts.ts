import * as z from 'zod/mini';
import type { BrowserStorage } from './browser-storage.ts';
import { createExternalStore, type Store } from './create-store.ts';
import { session } from './session.ts';
import { throttle } from './throttle.ts';

const WRITTEN_AFTER_MS = 500;
const storedSchema = z.object({ adminId: z.string(), texts: z.record(z.string(), z.string()) });

export interface Drafts {
  /** The unsent text; '' if there is none. */
  readonly get: (id: string) => string;
  readonly set: (id: string, text: string) => void;
  readonly clear: () => void;
  /**
   * Calls the listener when another tab has sent or emptied the text that is shown here; not for one that was changed
   * here since it was read.
   * @returns ends the subscription
   */
  readonly onRemovedElsewhere: (id: string, listener: () => void) => () => void;
  /** The ids that have a text. */
  readonly ids: Store<ReadonlySet<string>>;
}

const currentAdminId = (): string => session.get()?.adminId ?? '';

/**
 * Unsent texts by id, of one administrator; several keystrokes are written to the storage at once.
 * @param storageKey the key in the storage
 */
export function createDrafts(storage: BrowserStorage, storageKey: string): Drafts {
  /** Texts that are not yet in the storage. */
  let unwritten: { readonly adminId: string; readonly texts: Map<string, string> } | undefined;
  /** The stored text as this tab has last read or written it, by administrator and id. */
  const lastStored = new Map<string, string>();
  /** The texts that this tab has changed since it read them, by the same keys. */
  const changed = new Set<string>();
  const removalListeners = new Map<string, Set<() => void>>();
  const keyOf = (adminId: string, id: string): string => `${adminId} ${id}`;

  function parse(json: string | null, adminId: string): Readonly<Record<string, string>> {
    try {
      const stored = storedSchema.safeParse(JSON.parse(json ?? 'null')).data;
      if (stored?.adminId === adminId) return stored.texts;
    } catch {
      // Malformed entry.
    }
    return {};
  }
  const read = (adminId: string) => parse(storage.get(storageKey), adminId);

  function write(): void {
    writeSoon.cancel();
    if (!unwritten) return;
    const { adminId, texts: typed } = unwritten;
    unwritten = undefined;
    for (const [id, text] of typed) lastStored.set(keyOf(adminId, id), text);
    const texts = [...new Map([...Object.entries(read(adminId)), ...typed])].filter(([, text]) => text !== '');
    if (texts.length === 0) storage.remove(storageKey);
    else storage.set(storageKey, JSON.stringify({ adminId, texts: Object.fromEntries(texts) }));
  }

  const writeSoon = throttle(write, WRITTEN_AFTER_MS);
  globalThis.addEventListener?.('pagehide', write);

  /** The ids of one administrator; read from the storage once. */
  let known: { readonly adminId: string; ids: ReadonlySet<string> } | undefined;
  const ids = createExternalStore<ReadonlySet<string>>(() => {
    const adminId = currentAdminId();
    if (known?.adminId !== adminId) {
      const texts = new Map(Object.entries(read(adminId)));
      if (unwritten?.adminId === adminId) for (const [id, text] of unwritten.texts) texts.set(id, text);
      known = { adminId, ids: new Set([...texts].filter(([, text]) => text !== '').map(([id]) => id)) };
    }
    return known.ids;
  });
  function changeId(id: string, hasText: boolean): void {
    const before = ids.get();
    if (!known || before.has(id) === hasText) return;
    const after = new Set(before);
    if (hasText) after.add(id);
    else after.delete(id);
    known.ids = after;
    ids.notify();
  }

  const textOf = (texts: Readonly<Record<string, string>>, id: string): string =>
    Object.hasOwn(texts, id) ? (texts[id] ?? '') : '';

  function isChangedElsewhere(adminId: string, id: string): boolean {
    const expected = lastStored.get(keyOf(adminId, id));
    return expected !== undefined && expected !== textOf(read(adminId), id);
  }

  globalThis.addEventListener?.('storage', ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== storageKey) return;
    const adminId = currentAdminId();
    const after = parse(newValue, adminId);
    for (const [id, removed] of Object.entries(parse(oldValue, adminId))) {
      if (Object.hasOwn(after, id)) continue;
      const fullKey = keyOf(adminId, id);
      const shown = unwritten?.texts.get(id) ?? lastStored.get(fullKey);
      if (changed.has(fullKey) && shown !== removed) continue;
      unwritten?.texts.delete(id);
      lastStored.delete(fullKey);
      for (const listener of removalListeners.get(id) ?? []) listener();
    }
    known = undefined;
    ids.notify();
  });

  return {
    get(id) {
      write();
      const adminId = currentAdminId();
      const text = textOf(read(adminId), id);
      lastStored.set(keyOf(adminId, id), text);
      changed.delete(keyOf(adminId, id));
      return text;
    },

    set(id, text) {
      const adminId = currentAdminId();
      const fullKey = keyOf(adminId, id);
      if (unwritten?.adminId !== adminId) write();
      changed.add(fullKey);
      // Another tab has changed the draft that was sent or emptied here: its text is not sent yet.
      const isLeft = text === '' && isChangedElsewhere(adminId, id);
      unwritten ??= { adminId, texts: new Map() };
      if (isLeft) unwritten.texts.delete(id);
      else unwritten.texts.set(id, text);
      // An empty one at once: no other tab must send it again.
      if (text === '') write();
      else writeSoon();
      changeId(id, text !== '' || isLeft);
    },

    onRemovedElsewhere(id, listener) {
      const listeners = removalListeners.get(id) ?? new Set();
      removalListeners.set(id, listeners.add(listener));
      return () => listeners.delete(listener);
    },

    clear() {
      unwritten = undefined;
      storage.remove(storageKey);
      known = undefined;
      ids.notify();
    },

    ids,
  };
}
