import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useStore } from '../../lib/create-store.ts';
import { createMediaStore } from '../../lib/media-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { appStrings } from '../app.strings.ts';
import { routeAt } from '../routing/routes.tsx';
import { ScreenErrorBoundary } from '../routing/screen-error-boundary.tsx';
import { SetUpGate } from '../set-up-gate.tsx';
import { AdminHeader } from './admin-header.tsx';
import { ContentSkeleton } from './shell-skeleton.tsx';
import { Sidebar } from './sidebar.tsx';

/** Specification, section 9; the same width as the style sheet's `sidebar`. */
const isWideScreen = createMediaStore('(min-width: 1024px)');
const CONTENT_ID = 'content';

/**
 * Scrolls a new screen to its top and focuses it; on the way back, a list restores its own scroll position. Navigation
 * within a screen, from one report to the next, leaves the focus where it is, unless the focused element was removed.
 */
function useScreenChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation();
  const navigation = useNavigationType();
  const previous = useRef(pathname);
  useEffect(() => {
    const before = previous.current;
    if (before === pathname) return;
    previous.current = pathname;
    if (navigation !== 'POP' && !state?.restoreScroll) window.scrollTo(0, 0);
    const isWalking = navigation === 'REPLACE' && routeAt(before) === routeAt(pathname);
    if (!isWalking || document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [pathname, state, navigation, content]);
}

/**
 * The state of the drawer below 1024 px: Esc closes it; opening moves the focus into it, closing moves the focus back.
 */
function useDrawer(sidebarId: string) {
  const drawer = !useStore(isWideScreen);
  const [wanted, setWanted] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const open = drawer && wanted;

  useEffect(() => {
    if (!open) return;
    const button = menuButton.current;
    document.getElementById(sidebarId)?.querySelector<HTMLElement>('a[aria-current], a')?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setWanted(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // After a choice the focus moves to the new screen, otherwise back to the button. A press outside the drawer has
      // moved the focus to the body.
      const focused = document.activeElement;
      if (focused === document.body || document.getElementById(sidebarId)?.contains(focused)) button?.focus();
    };
  }, [open, sidebarId]);

  return { drawer, open, menuButton, openDrawer: () => setWanted(true), closeDrawer: () => setWanted(false) };
}

/** Sidebar, header and content of the admin area (specification, section 2). */
export function AdminLayout() {
  const { pathname } = useLocation();
  const sidebarId = useId();
  const content = useRef<HTMLElement>(null);
  const { drawer, open, menuButton, openDrawer, closeDrawer } = useDrawer(sidebarId);
  useScreenChange(content);
  const fillsWindow = routeAt(pathname)?.fillsWindow ?? false;

  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
      >
        {appStrings.skipToContent}
      </a>
      <Sidebar id={sidebarId} drawer={drawer} open={open} onClose={closeDrawer} />
      {open && <div aria-hidden="true" className="fixed inset-0 z-30 bg-backdrop" onClick={closeDrawer} />}
      <div inert={open} className="flex min-h-dvh flex-col sidebar:pl-60">
        <AdminHeader
          drawer={drawer}
          sidebarId={sidebarId}
          sidebarOpen={open}
          onOpenSidebar={openDrawer}
          menuButton={menuButton}
        />
        <main
          ref={content}
          id={CONTENT_ID}
          tabIndex={-1}
          className={classNames(
            'min-w-0 outline-none',
            fillsWindow
              ? 'flex h-[calc(100dvh-3.5rem)] flex-none flex-col overflow-hidden'
              : 'mx-auto w-full max-w-7xl flex-1 p-4 sm:p-6 lg:px-8',
          )}
        >
          <ScreenErrorBoundary resetKey={pathname}>
            <Suspense fallback={fillsWindow ? <ContentSkeleton className="p-4" /> : <ContentSkeleton />}>
              <SetUpGate />
            </Suspense>
          </ScreenErrorBoundary>
        </main>
      </div>
    </>
  );
}
