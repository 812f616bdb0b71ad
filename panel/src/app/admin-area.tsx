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
import { PreloadBridge } from './preload-bridge.tsx';
import { RealtimeBridge } from './realtime-bridge.tsx';
import {
  auditScreen,
  chatScreen,
  dashboardScreen,
  notHereScreen,
  notificationsScreen,
  reportDetailScreen,
  reportsScreen,
  userContent,
  userDetailScreen,
  usersScreen,
} from './screens.ts';
import { Titled } from './titled.tsx';

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
          <Route
            path="dashboard"
            element={
              <Titled title={appStrings.dashboard}>
                <Lazy screen={dashboardScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="users"
            element={
              <Titled title={appStrings.users}>
                <Lazy screen={usersScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="users/:id"
            element={
              <Titled title={appStrings.userDetail}>
                <Lazy screen={userDetailScreen} props={{ content: userContentSlot }} />
              </Titled>
            }
          />
          <Route
            path="reports"
            element={
              <Titled title={appStrings.reports}>
                <Lazy screen={reportsScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="reports/:id"
            element={
              <Titled title={appStrings.reportDetail}>
                <Lazy screen={reportDetailScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="chat"
            element={
              <Titled title={appStrings.chat}>
                <Lazy screen={chatScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="audit"
            element={
              <Titled title={appStrings.audit}>
                <Lazy screen={auditScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="notifications"
            element={
              <Titled title={appStrings.notifications}>
                <Lazy screen={notificationsScreen} props={{}} />
              </Titled>
            }
          />
          <Route
            path="*"
            element={
              <Titled title={appStrings.notFoundTitle}>
                <Lazy screen={notHereScreen} props={{}} />
              </Titled>
            }
          />
        </Route>
      </Routes>
      <RealtimeBridge />
      <PreloadBridge />
      <NotificationBridge />
      <OverlayHost />
    </QueryClientProvider>
  );
}
