import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import './app/app.css';
import { AppRoutes } from './app/router.tsx';
import { preloadPath } from './app/screens.ts';
import { followTheme } from './app/theme.ts';
import { session } from './lib/session.ts';

const app = (
  <BrowserRouter>
    <AppRoutes />
  </BrowserRouter>
);

/** Resolves once the browser has painted, or soon in a tab nobody sees. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    setTimeout(resolve, 200);
  });
}

async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  followTheme();
  const path = window.location.pathname;
  // The prerendered login screen is there already: it is only brought to life, and only after it has been painted.
  const prerendered = path === '/login' && container.querySelector('form') !== null;
  const screens = preloadPath(path, session.get() !== undefined && !prerendered);
  if (prerendered) {
    await Promise.all([screens, firstPaint()]);
    hydrateRoot(container, app);
  } else {
    // If the code does not come, the screen itself says so.
    await screens.catch(() => undefined);
    createRoot(container).render(app);
  }
}

void start();
