import { History } from 'lucide-react';
import { type ActionDefinition, useActions, useAriaKeys } from '../../lib/actions.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { createOverlay } from '../../ui/overlay.tsx';

const dialog = createOverlay(() => import('./recent-actions-dialog.tsx').then((module) => module.RecentActionsDialog));

const OPEN_RECENT_ACTIONS = {
  id: 'recentActions.open',
  label: 'Việc vừa làm',
  help: 'Xem và hoàn tác việc vừa làm',
  group: 'panel',
  icon: History,
  key: 'z',
} as const satisfies ActionDefinition;

/** The action that shows what one has just done, on every screen. */
export function RecentActionsAction() {
  useActions([{ ...OPEN_RECENT_ACTIONS, run: dialog.open }]);
  return null;
}

/** The same action in the header: an icon where there is no room for more, with its key from 1024 px on. */
export function RecentActionsButton() {
  const keys = useAriaKeys([OPEN_RECENT_ACTIONS]);
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      aria-haspopup="dialog"
      title={OPEN_RECENT_ACTIONS.label}
      onClick={() => dialog.open()}
      className="flex h-10 min-w-10 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md px-2.5 text-ink-muted text-sm transition-colors hover:bg-hover hover:text-ink"
    >
      <OPEN_RECENT_ACTIONS.icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="max-xl:sr-only">{OPEN_RECENT_ACTIONS.label}</span>
      {keys !== undefined && (
        <span className="hidden lg:block">
          <KeyHint hidden>{OPEN_RECENT_ACTIONS.key}</KeyHint>
        </span>
      )}
    </button>
  );
}
