import { Fragment, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { session, useSession } from '../lib/session.ts';
import { appStrings } from './app.strings.ts';
import { Lazy } from './lazy-screen.tsx';
import { ScreenErrorBoundary } from './screen-error-boundary.tsx';
import { adminArea, loginScreen, notHereScreen, prepareAdminArea } from './screens.ts';
import { sessionEndText } from './session-end-text.ts';
import { Titled } from './titled.tsx';

/** Lets nobody in without a token (specification, section 2); remembers where one wanted to go. */
function RequireSession({ children }: { readonly children: ReactNode }) {
  const location = useLocation();
  const current = useSession();
  // For whoever has signed in instead, in another tab, all begins anew.
  if (current) return <Fragment key={current.adminId}>{children}</Fragment>;
  const ending = session.ending();
  const state =
    ending?.kind === 'signed-out'
      ? null
      : {
          from: location.pathname + location.search + location.hash,
          reason: ending?.kind === 'ended' ? (ending.reason ?? sessionEndText(location.pathname)) : undefined,
        };
  return <Navigate to="/login" replace state={state} />;
}

/** All routes. While a chunk is on its way the old screen stays. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <ScreenErrorBoundary resetKey={pathname}>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Navigate to="/admin" replace />} />
          <Route
            path="/login"
            element={
              <Titled title={appStrings.signIn}>
                <Lazy screen={loginScreen} props={{ prepareNext: prepareAdminArea }} />
              </Titled>
            }
          />
          <Route
            path="/admin/*"
            element={
              <RequireSession>
                <Lazy screen={adminArea} props={{}} />
              </RequireSession>
            }
          />
          <Route
            path="*"
            element={
              <Titled title={appStrings.notFoundTitle}>
                <main className="flex min-h-dvh items-center justify-center p-4">
                  <Lazy screen={notHereScreen} props={{}} />
                </main>
              </Titled>
            }
          />
        </Routes>
      </Suspense>
    </ScreenErrorBoundary>
  );
}
