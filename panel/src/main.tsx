import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './app/app.css';
import { AppRoutes } from './app/routing/router.tsx';
import { LOGIN_ROUTE, preloadPath } from './app/routing/routes.tsx';
import { session } from './lib/session.ts';
import { followTheme } from './lib/theme.ts';

const app = (
  <BrowserRouter>
    <AppRoutes />
  </BrowserRouter>
);

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  followTheme();
  const path = window.location.pathname;
  // The prerendered login screen is already painted: hydrate it.
  const prerendered = path === LOGIN_ROUTE.path && container.querySelector('form') !== null;
  const screens = preloadPath(path, session.get() !== undefined && !prerendered);
  // If the code fails to load, the screen shows the error.
  await Promise.all([screens.catch(() => undefined), prerendered ? undefined : stylesLoaded()]);
  // In a transition the first render is done in slices, between which the browser can handle input.
  startTransition(() => {
    if (prerendered) hydrateRoot(container, app);
    else createRoot(container).render(app);
  });
}

/** The shell is painted with its few inline styles; the style sheet loads after it. Never rejects. */
function stylesLoaded(): Promise<void> {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  if (!sheet || sheet.sheet) return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) sheet.addEventListener(event, () => resolve(), { once: true });
  });
}

void start();
