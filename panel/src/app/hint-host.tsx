import { CircleQuestionMark } from 'lucide-react';
import { useLocation } from 'react-router';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { useStore } from '../lib/create-store.ts';
import { knownPreferences } from '../lib/preferences.ts';
import { useSetUpRequirement } from '../lib/set-up-requirement.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { createOverlay } from '../ui/overlay.tsx';
import { ADMIN_ROUTES, routeAt } from './routing/routes.tsx';

const dialog = createOverlay<string>(() => import('./hint-dialog.tsx').then((module) => module.HintDialog));

const unread = (label: string) => `${label}, chưa đọc`;

const OPEN_HINT = {
  id: 'help.hint',
  label: 'Gợi ý cho trang này',
  group: 'help',
  icon: CircleQuestionMark,
} as const satisfies ActionDefinition;

/** The path, in the route table, of a screen with a hint; '' for none, and until two-factor is enrolled. */
function useHintPath(): string {
  const path = routeAt(useLocation().pathname)?.path ?? '';
  const isBarred = useSetUpRequirement() !== undefined;
  return isBarred || path === ADMIN_ROUTES.help.path ? '' : path;
}

/** The action that shows the hint of the current screen. */
export function HintHost() {
  const path = useHintPath();
  useActions([{ ...OPEN_HINT, when: path !== '', run: () => dialog.open(path) }]);
  return null;
}

/** The same action in the header, with a dot until the hint has been dismissed. On a phone it is in the palette alone. */
export function HintButton() {
  const path = useHintPath();
  const dismissed = useStore(knownPreferences)?.dismissedHints;
  const isUnread = dismissed !== undefined && !dismissed.includes(path);
  if (path === '') return null;
  const { icon, label } = OPEN_HINT;
  return (
    <span className="relative max-sm:hidden">
      <IconButton
        icon={icon}
        label={isUnread ? unread(label) : label}
        aria-haspopup="dialog"
        onClick={() => dialog.open(path)}
      />
      {isUnread && <span className="pointer-events-none absolute top-2 right-2 size-2 rounded-full bg-beam" />}
    </span>
  );
}
