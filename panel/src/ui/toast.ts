import { createStore } from '../lib/create-store.ts';

export interface ToastOptions {
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Beside it, before the action. */
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

/** Toasts buffered until the toast code is loaded; the host in overlay-host.tsx takes them out. */
export const pendingToasts = createStore<readonly Toast[]>([]);

function show(toast: Toast): void {
  pendingToasts.set([...pendingToasts.get(), toast]);
}

/** Short messages at the bottom right, unless the options say otherwise, that close by timeout. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): void => show({ ...options, tone: 'success', text }),
  error: (text: string, options: ToastOptions = {}): void => show({ ...options, tone: 'error', text }),
  info: (text: string, options: ToastOptions = {}): void => show({ ...options, tone: 'info', text }),
};
