import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogue } from './build/catalogue.ts';
import { earlyScripts } from './build/early-scripts.ts';
import { buildTargets } from './build/named-browsers.ts';
import { prerender } from './build/prerender.ts';
import { shakeRouter } from './build/shake-router.ts';
import { websocketOnly } from './build/websocket-only.ts';

/** Where `npm run dev` finds the server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 4000}`;
const LOADED_BY_ENTRY = /\/(?:rolldown-runtime|react|router|app)-[\w-]+\.js$/;
const SERVED_BY_SERVER = ['/api', '/media', '/config.json', '/docs', '/socket.io'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), earlyScripts(), shakeRouter(), websocketOnly(), prerender(), catalogue()],
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      SERVED_BY_SERVER.map((path) => [path, { target: SERVER, ws: path === '/socket.io', changeOrigin: false }]),
    ),
  },
  build: {
    target: buildTargets(),
    // Images stay files: the content security policy needs no data: URLs for the panel's own ones.
    assetsInlineLimit: 0,
    // Says which chunk needs which: the size budgets are reckoned from it (size-limit.config.js).
    manifest: true,
    reportCompressedSize: false,
    modulePreload: {
      // Every browser above knows modulepreload by itself.
      polyfill: false,
      // A screen's code is asked for with what it needs, but not with what the entry has loaded already.
      resolveDependencies: (_file, needed) => needed.filter((file) => !LOADED_BY_ENTRY.test(file)),
    },
    rolldownOptions: {
      // Icons and the router read properties whose values nobody uses; no code here relies on such a read.
      treeshake: { propertyReadSideEffects: false },
      input: ['index.html', 'login.html'],
      output: {
        // One letter less of what cannot be compressed, in each of several hundred mentions.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Libraries change seldom: in chunks of their own they stay in the browser's cache over many releases. The
        // others gather what an entry needs anyway, which would else be a dozen files of a few hundred bytes.
        codeSplitting: {
          groups: [
            { name: 'react', priority: 9, test: /node_modules\/(?:react|react-dom|scheduler)\// },
            {
              name: 'router',
              priority: 9,
              test: /node_modules\/(?:react-router|cookie|cookie-es|set-cookie-parser)\//,
            },
            {
              name: 'query',
              priority: 9,
              // Without what a list of any length and a change need, which the first screen has none of.
              test: /node_modules\/@tanstack\/(?!.+\/(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js)/,
            },
            { name: 'zod', priority: 9, test: /node_modules\/zod\// },
            {
              name: 'socket-client',
              priority: 9,
              test: /node_modules\/(?:socket\.io-client|socket\.io-parser|engine\.io-client|engine\.io-parser|@socket\.io)\//,
            },
            {
              name: 'firebase',
              priority: 9,
              test: /node_modules\/(?:@firebase|idb)\/|\/notifications\/firebase-database\.ts$/,
            },
            {
              name: 'app',
              priority: 8,
              test: /\/src\/(?:main|ui\/(?:lighthouse-mark|text-button)|lib\/(?:api-error|location))\.tsx?$/,
            },
            // Fields, and the errors of what was typed: at the sign-in, and wherever something is typed.
            {
              name: 'forms',
              priority: 8,
              test: /\/src\/(?:ui\/(?:callout|field|password-field|text-field|use-form)|lib\/auth-error-message)\.tsx?$/,
            },
            // Fetched with the first response or event that does not have the contract's shape.
            { name: 'legacy', priority: 8, test: /\/panel\/src\/legacy\// },
            // What any call needs, the one that signs in included.
            {
              name: 'api',
              priority: 7,
              test: /\/panel\/src\/(?:lib\/api-client|auth\/auth\.api)\.ts$|\/contract\/src\/(?:lib|auth)\/(?!socket\.|auth\.events)/,
            },
            // What every screen behind the sign-in needs, and the icons that the first one shares with others.
            {
              name: 'admin',
              priority: 6,
              test: /\/panel\/src\/(?:app\/layout\/admin-area|ui\/(?:count-badge|icon-button|loading|page-header|image-viewer\.store|toast|error-state|confirm)|lib\/(?:link|use-standing-error|url-query))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(?:chevron-down|file-text)\.m?js$/,
            },
            // The calls about users and posts, and what they answer.
            { name: 'content', priority: 5, test: /\/contract\/src\/(?:users|posts)\// },
            { name: 'icons', priority: 5, test: /node_modules\/lucide-react\//, minShareCount: 2 },
            // A list of any length, which several screens have.
            {
              name: 'lists',
              priority: 5,
              test: /node_modules\/virtua\/|\/panel\/src\/ui\/(?:inline-error|empty-state|busy-line|virtual-table|virtual-grid|table-head|table-row)\.tsx$|\/panel\/src\/lib\/(?:use-infinite-list|virtual-list|use-row-focus)\.tsx?$/,
            },
            // A user's name and image, the small parts beside them, and the scroll position in a list of users.
            {
              name: 'people',
              priority: 5,
              test: /\/panel\/src\/(?:entities\/(?:user-name|user\.strings)|ui\/(?:action-button|avatar|badge|card|chip|safe-image|select-field|text-link|use-image|use-image-viewer)|lib\/(?:use-scroll-position|infinite-pages|search-term))\.tsx?$/,
            },
          ],
        },
      },
    },
  },
});
