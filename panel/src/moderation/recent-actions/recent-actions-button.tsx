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

/** The same action below the navigation. */
export function RecentActionsButton() {
  const keys = useAriaKeys([OPEN_RECENT_ACTIONS]);
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      onClick={() => dialog.open()}
      className="flex h-10 w-full cursor-pointer items-center gap-3 rounded-md px-3 font-semibold text-ink-muted transition-colors hover:bg-hover hover:text-ink"
    >
      <OPEN_RECENT_ACTIONS.icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      <span className="flex-1 text-left">{OPEN_RECENT_ACTIONS.label}</span>
      {keys !== undefined && <KeyHint hidden>{OPEN_RECENT_ACTIONS.key}</KeyHint>}
    </button>
  );
}
