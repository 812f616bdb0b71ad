const VISIBLE_LOCK = 'hai-dang-visible-tab';

/** One of the tabs of this browser that speaks for all of them. */
export interface TabElection {
  /** Whether this tab is the one: the first that asked and is still open. */
  readonly isElected: () => boolean;
  readonly leave: () => void;
}

/**
 * Elects one tab of this browser by a lock of the browser: it passes on when its tab is closed, and a tab that holds one is
 * not frozen in the background. Without locks (a page without TLS) no tab is elected.
 */
export function electTab(name: string): TabElection {
  const leaving = new AbortController();
  let isElected = false;
  let release: () => void = () => undefined;
  void navigator.locks
    ?.request(name, { signal: leaving.signal }, () => {
      isElected = true;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    // It was left before its turn came.
    .catch(() => undefined);
  return {
    isElected: () => isElected,
    leave() {
      isElected = false;
      leaving.abort();
      release();
    },
  };
}

/**
 * Tells the other tabs of this browser, by a shared lock, whether this one is visible.
 * @returns ends that
 */
export function announceVisibility(): () => void {
  let current: { readonly release: () => void } | undefined;

  function update(): void {
    if (document.hidden) {
      current?.release();
      current = undefined;
      return;
    }
    if (current) return;
    let release: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      release = resolve;
    });
    current = { release };
    void navigator.locks?.request(VISIBLE_LOCK, { mode: 'shared' }, () => isOver).catch(() => undefined);
  }

  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    current?.release();
    current = undefined;
  };
}

/** Whether any tab of this browser is visible that announces it. */
export async function isAnyTabVisible(): Promise<boolean> {
  if (!document.hidden) return true;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === VISIBLE_LOCK);
}
