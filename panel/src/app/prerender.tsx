import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { AppRoutes } from './router.tsx';
import { loginScreen } from './screens.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** The markup that stands in the built HTML files; called once, by the build (build/prerender.ts). */
export async function prerender(): Promise<{ login: string; shell: string }> {
  await loginScreen.preload();
  return {
    login: renderToString(
      <StaticRouter location="/login">
        <AppRoutes />
      </StaticRouter>,
    ),
    shell: renderToString(<ShellSkeleton />),
  };
}
