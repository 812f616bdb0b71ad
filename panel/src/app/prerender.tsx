import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { accountStrings } from '../account/account.strings.ts';
import { auditStrings } from '../audit/audit.strings.ts';
import { notificationsStrings } from '../notifications/notifications.strings.ts';
import { reportsListStrings } from '../reports/reports-list.strings.ts';
import { statsStrings } from '../stats/stats.strings.ts';
import { usersStrings } from '../users/users.strings.ts';
import { AppRoutes } from './router.tsx';
import {
  ADDRESSES,
  accountScreen,
  auditScreen,
  dashboardScreen,
  loginScreen,
  notificationsScreen,
  reportsScreen,
  usersScreen,
} from './screens.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** The headings that these screens will have. */
const HEADINGS = new Map<unknown, string>([
  [dashboardScreen, statsStrings.title],
  [usersScreen, usersStrings.title],
  [reportsScreen, reportsListStrings.title],
  [auditScreen, auditStrings.title],
  [accountScreen, accountStrings.title],
  [notificationsScreen, notificationsStrings.title],
]);

/** What the build has to know of one address of the admin area. */
export interface PrerenderedRoute {
  readonly pattern: string;
  readonly heading: string;
  /** The names of the components that it shows. */
  readonly components: readonly string[];
}

/** What stands in the built HTML files; called once, by the build (build/prerender.ts). */
export async function prerender(): Promise<{ login: string; shell: string; routes: PrerenderedRoute[] }> {
  await loginScreen.preload();
  return {
    login: renderToString(
      <StaticRouter location="/login">
        <AppRoutes />
      </StaticRouter>,
    ),
    shell: renderToString(<ShellSkeleton />),
    routes: await Promise.all(
      ADDRESSES.map(async ([{ source }, screens]) => ({
        pattern: source,
        heading: HEADINGS.get(screens[0]) ?? '',
        components: await Promise.all(screens.map(async (screen) => componentName(await screen.preload()))),
      })),
    ),
  };
}

function componentName({ Screen }: { readonly Screen: unknown }): string {
  if (typeof Screen === 'function' && Screen.name !== '') return Screen.name;
  throw new Error('a screen is no function with a name');
}
