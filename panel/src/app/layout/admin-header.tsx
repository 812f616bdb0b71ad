import { Menu } from 'lucide-react';
import type { Ref } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useActions } from '../../lib/actions.ts';
import { useTheme } from '../../lib/theme.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { appStrings } from '../app.strings.ts';
import { IdleHeaderParts } from '../idle-parts.tsx';
import { NOT_FOUND_ROUTE, routeAt } from '../routing/routes.tsx';
import { AccountLink } from './account-link.tsx';
import { adminActions, logOutAction, themeAction } from './admin-actions.ts';
import { HeaderTitle } from './header-title.tsx';
import { MissingCodeNotice } from './missing-code-notice.tsx';
import { NotificationBell } from './notification-bell.tsx';

interface AdminHeaderProps {
  readonly drawer: boolean;
  readonly sidebarId: string;
  readonly sidebarOpen: boolean;
  readonly onOpenSidebar: () => void;
  readonly menuButton: Ref<HTMLButtonElement>;
}

/** The header of every screen of the admin area. */
export function AdminHeader({ drawer, sidebarId, sidebarOpen, onOpenSidebar, menuButton }: AdminHeaderProps) {
  const theme = useTheme();
  const { pathname } = useLocation();
  useActions(adminActions(theme, useNavigate()));
  const switchTheme = themeAction(theme);
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-line border-b bg-surface px-2 sm:px-4">
      {drawer && (
        <IconButton
          ref={menuButton}
          icon={Menu}
          label={appStrings.openMenu}
          aria-expanded={sidebarOpen}
          aria-controls={sidebarId}
          onClick={onOpenSidebar}
        />
      )}
      <div data-toasts="" className="min-w-0 flex-1">
        <HeaderTitle screen={(routeAt(pathname) ?? NOT_FOUND_ROUTE).title} />
      </div>
      <MissingCodeNotice />
      <IdleHeaderParts />
      <NotificationBell />
      <IconButton
        icon={switchTheme.icon}
        label={switchTheme.label}
        onClick={switchTheme.run}
        className="max-sm:hidden"
      />
      <AccountLink isInHeader />
      <Button
        variant="ghost"
        onClick={logOutAction.run}
        aria-label={logOutAction.label}
        className="max-sm:px-2.5 sm:px-3"
      >
        <logOutAction.icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        <span className="hidden sm:inline">{logOutAction.label}</span>
      </Button>
    </header>
  );
}
