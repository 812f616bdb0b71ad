import {
  Bell,
  CircleQuestionMark,
  CircleUserRound,
  FileText,
  Flag,
  Gavel,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Moon,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Sun,
  TrendingUp,
  Users,
} from 'lucide-react';
import { logOut } from '../../auth/auth.mutations.ts';
import type { Action } from '../../lib/actions.ts';
import { setTheme, type Theme } from '../../lib/theme.ts';
import { appStrings } from '../app.strings.ts';
import { ADMIN_ROUTES } from '../routing/routes.tsx';

/**
 * Action that opens a screen of the route table. The icons are not in the route table, which the login page loads too.
 */
const toScreen = (name: keyof typeof ADMIN_ROUTES, icon: LucideIcon) => {
  const { path, title } = ADMIN_ROUTES[name];
  return { id: `navigation.${name}`, label: title, group: 'go', icon, path } as const;
};

/** The navigation of the specification, in display order. */
export const NAVIGATION = [
  toScreen('dashboard', LayoutDashboard),
  toScreen('users', Users),
  toScreen('reports', Flag),
  toScreen('chat', MessagesSquare),
] as const;
/** Further navigation, below it. */
export const ADMINISTRATION = [
  toScreen('content', FileText),
  toScreen('appeals', Gavel),
  toScreen('policies', Scale),
  toScreen('settings', SlidersHorizontal),
  toScreen('performance', TrendingUp),
  toScreen('administrators', CircleUserRound),
  toScreen('audit', ScrollText),
  toScreen('help', CircleQuestionMark),
];
export const toNotifications = toScreen('notifications', Bell);
export const toAccount = toScreen('account', CircleUserRound);

/** Action that switches to the other theme. */
export const themeAction = (theme: Theme) =>
  ({
    id: 'theme.switch',
    group: 'panel',
    ...(theme === 'dark'
      ? { label: appStrings.switchToLight, icon: Sun, run: () => setTheme('light') }
      : { label: appStrings.switchToDark, icon: Moon, run: () => setTheme('dark') }),
  }) as const satisfies Action;

export const logOutAction = {
  id: 'auth.logOut',
  label: appStrings.logOut,
  group: 'panel',
  icon: LogOut,
  run: logOut,
} as const satisfies Action;

/** The actions that are available on every screen of the admin area. */
export const adminActions = (theme: Theme, goTo: (path: string) => void): readonly Action[] => [
  ...[...NAVIGATION, ...ADMINISTRATION, toNotifications, toAccount].map((action) => ({
    ...action,
    run: () => goTo(action.path),
  })),
  themeAction(theme),
  logOutAction,
];
