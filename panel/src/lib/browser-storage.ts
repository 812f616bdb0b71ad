export interface BrowserStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

/** A storage that never throws: a browser may deny access to it (private mode, policy), and prerendering has none. */
function neverThrowing(open: () => Storage | undefined): BrowserStorage {
  function attempt<Result>(use: (storage: Storage | undefined) => Result): Result | undefined {
    try {
      return use(open());
    } catch {
      // A value that cannot be stored is lost with the page.
      return undefined;
    }
  }
  return {
    get: (key) => attempt((storage) => storage?.getItem(key)) ?? null,
    set: (key, value) => attempt((storage) => storage?.setItem(key, value)),
    remove: (key) => attempt((storage) => storage?.removeItem(key)),
  };
}

/** Shared by the tabs of this browser. */
export const browserStorage = neverThrowing(() => globalThis.localStorage);

/** Per tab. */
export const tabStorage = neverThrowing(() => globalThis.sessionStorage);
