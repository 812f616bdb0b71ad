import * as z from 'zod/mini';
import type { BrowserStorage } from './browser-storage.ts';
import { createExternalStore, type Store } from './create-store.ts';
import { session } from './session.ts';

const WRITTEN_AFTER_MS = 500;
const storedSchema = z.object({ adminId: z.string(), texts: z.record(z.string(), z.string()) });

export interface Drafts {
  /** The unsent text; '' if there is none. */
  readonly get: (id: string) => string;
  readonly set: (id: string, text: string) => void;
  readonly clear: () => void;
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
  let timer: ReturnType<typeof setTimeout> | undefined;

  function read(adminId: string): Readonly<Record<string, string>> {
    try {
      const stored = storedSchema.safeParse(JSON.parse(storage.get(storageKey) ?? 'null')).data;
      if (stored?.adminId === adminId) return stored.texts;
    } catch {
      // Malformed entry.
    }
    return {};
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!unwritten) return;
    const { adminId, texts: typed } = unwritten;
    unwritten = undefined;
    const texts = [...new Map([...Object.entries(read(adminId)), ...typed])].filter(([, text]) => text !== '');
    if (texts.length === 0) storage.remove(storageKey);
    else storage.set(storageKey, JSON.stringify({ adminId, texts: Object.fromEntries(texts) }));
  }

  globalThis.addEventListener?.('pagehide', write);

  /** Of one administrator; read from the storage once. */
  let known: { readonly adminId: string; ids: ReadonlySet<string> } | undefined;
  const ids = createExternalStore<ReadonlySet<string>>(() => {
    const adminId = currentAdminId();
    if (known?.adminId !== adminId) known = { adminId, ids: new Set(Object.keys(read(adminId))) };
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

  return {
    get(id) {
      write();
      const texts = read(currentAdminId());
      return Object.hasOwn(texts, id) ? (texts[id] ?? '') : '';
    },

    set(id, text) {
      const adminId = currentAdminId();
      if (unwritten?.adminId !== adminId) write();
      unwritten ??= { adminId, texts: new Map() };
      unwritten.texts.set(id, text);
      timer ??= setTimeout(write, WRITTEN_AFTER_MS);
      changeId(id, text !== '');
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
