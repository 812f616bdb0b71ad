import type { Toast } from './toast.ts';

/** The texts of toasts whose own code could not be loaded, until it is there: what failed is said at once. */
export function PlainToasts({ toasts }: { readonly toasts: readonly Toast[] }) {
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-50 ml-auto max-w-md rounded-lg border border-line bg-surface p-3 shadow-pop empty:hidden"
    >
      {toasts.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: toasts are only added at the end
        <p key={index}>{text}</p>
      ))}
    </div>
  );
}
