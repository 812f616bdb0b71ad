import os from 'node:os';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { findBrowsers } from '../scripts/lib/browsers.mjs';
import { guide } from './build/guide.ts';

const [browser] = findBrowsers();

/** Component tests: each renders a part of the panel in the installed browser. */
export default defineProject({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), guide()],
  // What Vite meets only while tests run would reload the page under them.
  optimizeDeps: { entries: ['src/main.tsx', 'src/**/*.component.test.tsx', 'src/testing/*.ts*'] },
  test: {
    name: 'component',
    include: ['src/**/*.component.test.tsx'],
    setupFiles: ['src/testing/component-setup.ts'],
    // They mostly wait: for the next frame, a poll, a toast.
    maxWorkers: Math.min(2, os.availableParallelism()) + 1,
    retry: 1,
    // A busy machine may need longer than the second that is the default.
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        ...(browser && {
          launchOptions: { executablePath: browser.path, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] },
        }),
        contextOptions: { locale: 'vi-VN', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
    // Alone: projects of one group have one number of workers (vitest.config.ts).
    sequence: { groupOrder: 1 },
  },
});
