import { createStore, type Store } from '../lib/create-store.ts';

export interface ToastOptions {
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** A button beside that of `action`, and before it. */
  readonly secondAction?: ToastOptions['action'];
  readonly durationMs?: number;
  /** 'top': at the top right, in the header. */
  readonly place?: 'top';
  /** A second line. */
  readonly detail?: string;
  /** A later toast with the same key replaces this one. */
  readonly key?: string;
  /** Makes the whole toast a button, which also closes it. */
  readonly onPress?: () => void;
  /** Called after it has closed, by timeout or by the user. */
  readonly onClose?: () => void;
}

export interface Toast extends ToastOptions {
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
}

const pending = createStore<readonly Toast[]>([]);

/** Toasts that wait until the toast code is loaded and shows them. */
export const pendingToasts: Store<readonly Toast[]> = pending;

/** Takes out all that wait, with those that were added after the last render. */
export function takeToasts(): readonly Toast[] {
  const taken = pending.get();
  pending.set([]);
  return taken;
}

function show(toast: Toast): void {
  pending.set([...pending.get(), toast]);
}

/** Short messages at the bottom right, unless the options say otherwise, that close by timeout. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): void => show({ ...options, tone: 'success', text }),
  error: (text: string, options: ToastOptions = {}): void => show({ ...options, tone: 'error', text }),
  info: (text: string, options: ToastOptions = {}): void => show({ ...options, tone: 'info', text }),
};
