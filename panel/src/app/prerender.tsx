import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { accountStrings } from '../account/account.strings.ts';
import { auditStrings } from '../audit/audit.strings.ts';
import { notificationsStrings } from '../notifications/notifications.strings.ts';
import { reportsListStrings } from '../reports/reports-list.strings.ts';
import { statsStrings } from '../stats/stats.strings.ts';
import { usersStrings } from '../users/users.strings.ts';
import { AppRoutes } from './router.tsx';
import { loginScreen } from './screens.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** What stands in the built HTML files; called once, by the build (build/prerender.ts). */
export async function prerender(): Promise<{ login: string; shell: string; titles: Record<string, string> }> {
  await loginScreen.preload();
  return {
    login: renderToString(
      <StaticRouter location="/login">
        <AppRoutes />
      </StaticRouter>,
    ),
    shell: renderToString(<ShellSkeleton />),
    // By pattern of the path; the headings that these screens will have.
    titles: {
      '^/(admin/?)?$|^/admin/dashboard': statsStrings.title,
      '^/admin/users/?$': usersStrings.title,
      '^/admin/reports/?$': reportsListStrings.title,
      '^/admin/audit': auditStrings.title,
      '^/admin/account': accountStrings.title,
      '^/admin/notifications': notificationsStrings.title,
    },
  };
}
