import { Fragment, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { session, useSession } from '../../lib/session.ts';
import { startPath } from '../../lib/start-screen.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import {
  ADMIN_ROUTES,
  AdminArea,
  type AppRoute,
  INVITATION_ROUTE,
  LOGIN_ROUTE,
  NOT_FOUND_ROUTE,
  sessionExpiredText,
} from './routes.tsx';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';

/** Redirects to the login screen without a token (specification, section 2), and stores the requested URL. */
function RequireSession({ children }: { readonly children: ReactNode }) {
  const location = useLocation();
  const current = useSession();
  // An administrator who signed in in another tab starts with a new tree.
  if (current) return <Fragment key={current.adminId}>{children}</Fragment>;
  const ending = session.ending();
  const state =
    ending?.kind === 'signed-out'
      ? null
      : {
          from: location.pathname + location.search + location.hash,
          reason: ending?.kind === 'ended' ? (ending.reason ?? sessionExpiredText(location.pathname)) : undefined,
        };
  return <Navigate to={LOGIN_ROUTE.path} replace state={state} />;
}

/** A screen and the title of the browser's tab; both change at the same time, when the screen's code is loaded. */
function Titled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useDocumentTitle(title);
  return children;
}

const toRoute = ({ path, title, screen }: AppRoute) => (
  <Route key={path} path={path} element={<Titled title={title}>{screen}</Titled>} />
);

/** The router, built from the table in routes.tsx. While a chunk is loading the previous screen stays visible. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <ScreenErrorBoundary resetKey={pathname}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Navigate to="/admin" replace />} />
          {toRoute(LOGIN_ROUTE)}
          {toRoute(INVITATION_ROUTE)}
          <Route
            path="/admin"
            element={
              <RequireSession>
                <AdminArea />
              </RequireSession>
            }
          >
            <Route index element={<Navigate to={startPath()} replace />} />
            {[...Object.values(ADMIN_ROUTES), NOT_FOUND_ROUTE].map(toRoute)}
          </Route>
          {toRoute({
            ...NOT_FOUND_ROUTE,
            screen: <main className="flex min-h-dvh items-center justify-center p-4">{NOT_FOUND_ROUTE.screen}</main>,
          })}
        </Routes>
      </Suspense>
    </ScreenErrorBoundary>
  );
}
