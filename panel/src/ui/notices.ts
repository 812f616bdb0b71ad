import { createStore } from '../lib/create-store.ts';

export interface NoticeOptions {
  readonly action?: { readonly label: string; readonly onClick: () => void };
  readonly durationMs?: number;
  /** 'top': at the top right, in the header. */
  readonly place?: 'top';
  /** A second line. */
  readonly detail?: string;
  /** A later notice with the same key takes the place of this one. */
  readonly key?: string;
  /** Makes the whole notice a button, which also closes it. */
  readonly onPress?: () => void;
  /** Hears that it has gone, by itself or by hand. */
  readonly onGone?: () => void;
}

export interface Notice extends NoticeOptions {
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
}

/** Notices that wait for the notice code to be there; the host in overlay-host.tsx takes them out. */
export const waitingNotices = createStore<readonly Notice[]>([]);

function show(notice: Notice): void {
  waitingNotices.set([...waitingNotices.get(), notice]);
}

/** Short messages at the bottom right, unless told otherwise, that go away by themselves. */
export const notify = {
  success: (text: string, options: NoticeOptions = {}): void => show({ ...options, tone: 'success', text }),
  error: (text: string, options: NoticeOptions = {}): void => show({ ...options, tone: 'error', text }),
  info: (text: string, options: NoticeOptions = {}): void => show({ ...options, tone: 'info', text }),
};
