import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { OverlayHost } from '../ui/overlay-host.tsx';
import { AdminLayout } from './admin-layout.tsx';
import { appStrings } from './app.strings.ts';
import { Lazy } from './lazy-screen.tsx';
import { NotificationBridge } from './notification-bridge.tsx';
import { PasswordHost } from './password-host.tsx';
import { PreloadBridge } from './preload-bridge.tsx';
import { RealtimeBridge } from './realtime-bridge.tsx';
import { ADMIN_SCREENS, notHereScreen, USER_PATH, userContent, userDetailScreen } from './screens.ts';
import { Titled } from './titled.tsx';

const NO_PROPS = {};

/** What a user has published, shown under the profile: the two features meet here only. */
function userContentSlot(user: UserDetail, onPostTotal: (total: number) => void) {
  return <Lazy screen={userContent} props={{ userId: user._id, user, onPostTotal }} />;
}

/**
 * Everything behind the sign-in. The query cache lives and dies with it: the next administrator starts with an
 * empty one.
 */
export function AdminArea() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Routes>
        <Route element={<AdminLayout />}>
          <Route index element={<Navigate to="/admin/dashboard" replace />} />
          {[...ADMIN_SCREENS, ['*', appStrings.notFoundTitle, notHereScreen] as const].map(([path, title, screen]) => (
            <Route
              key={path}
              path={path}
              element={
                <Titled title={title}>
                  <Lazy screen={screen} props={NO_PROPS} />
                </Titled>
              }
            />
          ))}
          <Route
            path={USER_PATH}
            element={
              <Titled title={appStrings.userDetail}>
                <Lazy screen={userDetailScreen} props={{ content: userContentSlot }} />
              </Titled>
            }
          />
        </Route>
      </Routes>
      <RealtimeBridge />
      <PreloadBridge />
      <NotificationBridge />
      <OverlayHost />
      <PasswordHost />
    </QueryClientProvider>
  );
}
