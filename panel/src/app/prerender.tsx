import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { documentTitle } from '../lib/use-document-title.ts';
import { ShellSkeleton } from './layout/shell-skeleton.tsx';
import { AppRoutes } from './routing/router.tsx';
import { ADMIN_ROUTES, LOGIN_ROUTE, patternOf } from './routing/routes.tsx';

/** The facts that the build needs of one route of the admin area. */
interface PrerenderedRoute {
  readonly pattern: string;
  readonly title: string;
  /** '' where it depends on the screen's data. */
  readonly heading: string;
  /** The names of the components of its chunks. */
  readonly components: readonly string[];
}

/** The content of the built HTML files; called once, by the build (build/prerender.ts). */
export async function prerender() {
  const [login] = LOGIN_ROUTE.chunks;
  await login.load();
  return {
    loginTitle: documentTitle(LOGIN_ROUTE.title),
    login: renderToString(
      <StaticRouter location={LOGIN_ROUTE.path}>
        <AppRoutes />
      </StaticRouter>,
    ),
    shell: renderToString(<ShellSkeleton />),
    routes: await Promise.all(
      Object.values(ADMIN_ROUTES).map(async (route): Promise<PrerenderedRoute> => {
        const screens = await Promise.all(route.chunks.map((chunk) => chunk.load()));
        return {
          pattern: patternOf(route).source,
          title: route.title,
          heading: screens[0]?.heading ?? '',
          components: screens.map(componentName),
        };
      }),
    ),
  };
}

function componentName({ Screen }: { readonly Screen: unknown }): string {
  if (typeof Screen === 'function' && Screen.name !== '') return Screen.name;
  throw new Error('a screen is no function with a name');
}
