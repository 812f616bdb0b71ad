import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { acyclicChunks } from './build/acyclic-chunks.ts';
import { catalogue } from './build/catalogue.ts';
import { earlyScripts } from './build/early-scripts.ts';
import { guide } from './build/guide.ts';
import { buildTargets } from './build/named-browsers.ts';
import { prerender } from './build/prerender.ts';
import { shakeRouter } from './build/shake-router.ts';
import { websocketOnly } from './build/websocket-only.ts';
import { withoutSummaries } from './build/without-summaries.ts';

/** Where `npm run dev` finds the server. */
const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 4000}`;
const LOADED_BY_ENTRY = /\/(?:rolldown-runtime|react|router|app)-[\w-]+\.js$/;
const SERVED_BY_SERVER = ['/api', '/media', '/config.json', '/docs', '/socket.io'];

/** The modules that every screen has while it is live: what events say, counts, a user's name, small parts. */
const LIVE = new RegExp(
  [
    'lucide-react/dist/esm/icons/(?:badge-check|chevron-right|download|inbox|search|search-x|users-round)\\.m?js',
    'contract/src/(?:notifications|saved-views)/.+',
    'contract/src/users/users\\.(?:endpoints|schema)\\.ts',
    'contract/src/account/preferences\\..+',
    'contract/src/chat/(?:conversations\\.events|(?:conversations|chat|seq)\\.schema)\\.ts',
    'contract/src/moderation/(?:.+\\.events|(?:assignments|bulk|report-fields|subjects)\\.schema|bulk\\.endpoints)\\.ts',
    'panel/src/moderation/(?:(?:bulk|decisions)/.+\\.cache|bulk/bulk\\.queries)\\.ts',
    'panel/src/saved-views/saved-views\\.queries\\.ts',
    'panel/src/chat/outbox/outbox-database\\.ts',
    'panel/src/notifications/(?:desktop/desktop-settings|announced\\.strings|notification-text|notifications\\.api|use-notifications)\\.ts',
    'panel/src/lib/(?:endpoint-query|infinite-pages|page-visible|preferences|socket|socket-ask|socket-events)\\.ts',
    'panel/src/lib/(?:relative-time|search-term|throttle|use-invalidate|use-row-selection|use-scroll-position)\\.ts',
    'panel/src/moderation/(?:.+\\.overlays|decisions/decide)\\.ts',
    'panel/src/entities/(?:conversation-path|report-labels|suspension|user\\.strings)\\.ts',
    'panel/src/entities/user-name\\.tsx',
    'panel/src/ui/(?:avatar|badge|checkbox|chip|deceptive-mark|key-hint|shortcut-help-button)\\.tsx',
    'panel/src/ui/use-image\\.ts',
  ]
    .map((path) => `/${path}$`)
    .join('|'),
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    earlyScripts(),
    guide(),
    shakeRouter(),
    websocketOnly(),
    withoutSummaries(),
    prerender(),
    catalogue(),
    acyclicChunks(),
  ],
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
            {
              name: 'mutation',
              priority: 9,
              test: /node_modules\/@tanstack\/.+\/(?:mutationObserver|useMutation)\.js/,
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
            { name: 'field', priority: 8, test: /\/src\/ui\/(?:callout|field|text-field)\.tsx$/ },
            // The errors of what was typed: at the sign-in, and wherever something is saved.
            {
              name: 'forms',
              priority: 4,
              test: /\/src\/(?:ui\/(?:password-field|use-form)|lib\/auth-error-message)\.tsx?$/,
            },
            // Fetched with the first response or event that does not have the contract's shape.
            { name: 'legacy', priority: 8, test: /\/panel\/src\/legacy\// },
            // What any call needs.
            {
              name: 'api',
              priority: 7,
              test: /\/panel\/src\/lib\/api-client\.ts$|\/contract\/src\/(?:lib\/(?!socket\.|clean-text)|auth\/logout)/,
            },
            // What every screen behind the sign-in needs, and the icons that the first one shares with others.
            {
              name: 'admin',
              priority: 6,
              test: /\/panel\/src\/(?:app\/layout\/admin-area|ui\/(?:count-badge|icon-button|loading|page-header|image-viewer|overlay|toast|error-state|confirm)|lib\/(?:link|use-standing-error|url-query))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(?:chevron-down|file-text)\.m?js$/,
            },
            // Those of the chat's list, without the rest.
            {
              name: 'chat-icons',
              priority: 6,
              minShareCount: 2,
              test: /\/lucide-react\/dist\/esm\/icons\/(?:arrow-left|ellipsis-vertical|user-round|user-round-x)\.m?js$/,
            },
            { name: 'icons', priority: 5, test: /node_modules\/lucide-react\//, minShareCount: 2 },
            // A list of any length, which several screens have.
            {
              name: 'lists',
              priority: 5,
              test: /node_modules\/virtua\/|\/panel\/src\/ui\/(?:inline-error|empty-state|busy-line|virtual-table|chip-list|virtual-grid|table-head|table-row|search-field)\.tsx$|\/panel\/src\/entities\/export-button\.tsx$|\/panel\/src\/lib\/(?:use-infinite-list|load-next-page|save-file|virtual-list|use-row-focus|row-keys)\.tsx?$/,
            },
            // Each would be a file of a few hundred bytes otherwise, named in every list of what a screen needs.
            {
              name: 'live',
              priority: 6,
              minShareCount: 2,
              test: LIVE,
            },
            // Small parts that many screens share.
            {
              name: 'parts',
              priority: 5,
              minShareCount: 2,
              test: /\/panel\/src\/(?:entities\/content-path\.ts$|lib\/(?:day|use-kept-focus|viewing)\.ts$|ui\/(?:action-button|bottom-bar|card|copy-button|day-field|radio|safe-image|select-field|selection-bar|text-link|use-image-viewer)\.tsx?$)/,
            },
            // What the lists of reports and the screens of one subject show.
            {
              name: 'subjects',
              priority: 4,
              minShareCount: 2,
              test: /\/contract\/src\/(?:posts\/|moderation\/(?:reports?[.-]|priority))|\/panel\/src\/(?:moderation\/reports\/reports\.keys\.ts$|entities\/(?:assignee-filter|due-badge|holder|list-search|report-status|moderation-kind|policy|subject-marks|subject-people)\.tsx?$|(?:moderation\/(?:reports|assignments)|content)\/.+\.cache\.ts$|moderation\/(?:reports\/reports\.(?:actions|mutations)|queue\/new-reports|assignments\/subject-viewers)\.tsx?$)/,
            },
            {
              name: 'notes',
              priority: 5,
              minShareCount: 2,
              test: /\/contract\/src\/moderation\/notes\.(?:endpoints|schema)/,
            },
            // What the list of the chat and the conversation share.
            {
              name: 'chat',
              priority: 5,
              minShareCount: 2,
              test: /\/contract\/src\/chat\/chat\.endpoints\.ts$|\/panel\/src\/(?:lib\/drafts\.ts$|chat\/(?:chat\.(?:keys|strings)|conversation\/conversation\.strings|composer\/drafts|images\/attachment\.strings|list\/(?:chat-list|chat-list\.api|live-work\.cache))\.ts$)/,
            },
            // The calls of moderation, which no event needs, and what makes them.
            {
              name: 'decisions',
              priority: 4,
              minShareCount: 2,
              test: /\/contract\/src\/moderation\/|\/panel\/src\/moderation\/(?!reports|assignments).+\.(?:queries|mutations)\.ts$/,
            },
            { name: 'use-now', priority: 6, test: /\/panel\/src\/lib\/use-now\.ts$/ },
            // What a form with more than one line of text needs.
            {
              name: 'editing',
              priority: 5,
              minShareCount: 2,
              test: /\/panel\/src\/ui\/(?:edit-conflict|textarea|use-discard-question|confirm-message)\.tsx?$/,
            },
            // Each a file of a few hundred bytes otherwise, named in the list of what the screens need.
            { name: 'menu', priority: 5, test: /\/panel\/src\/ui\/(?:menu-button|use-menu)\.tsx$/ },
            { name: 'any-content', priority: 3, minShareCount: 2, test: /\/(?:contract|panel)\/src\/content\// },
            {
              name: 'user-account',
              priority: 4,
              minShareCount: 2,
              test: /\/contract\/src\/users\//,
            },
            {
              name: 'any-user',
              priority: 3,
              test: /\/panel\/src\/users\/users\.strings\.ts$/,
            },
            {
              name: 'record',
              priority: 3,
              test: /\/panel\/src\/(?:moderation\/decisions\/undo-decision-button|users\/components\/fact-list)\.tsx$/,
            },
            // Shared by the list of reports, a report's own screen and the decision sheet; the evidence needs it, and not the reverse.
            {
              name: 'report-parts',
              priority: 6,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              test: /\/panel\/src\/moderation\/(?:actions\/content-actions|reports\/(?:use-report-veil|detail\/(?:held-notice|history-id|report-detail\.actions|report-detail\.strings|report-subject|use-fresh-hold)))\.tsx?$/,
            },
            // The evidence of a report, for the reports' own screen, the appeals and the decision sheet.
            {
              name: 'evidence',
              priority: 5,
              includeDependenciesRecursively: false,
              test: /\/panel\/src\/moderation\/reports\/detail\/(?:(?:report|kept|subject)-evidence|subject-view)\.tsx?$/,
            },
            // One's own recent actions: in a dialog, and where the queue is empty.
            {
              name: 'recent-actions',
              priority: 5,
              includeDependenciesRecursively: false,
              test: /\/panel\/src\/moderation\/recent-actions\/(?:closed-today\.tsx|recent-actions\.strings\.ts)$/,
            },
            { name: 'fold', priority: 5, test: /\/panel\/src\/lib\/(?:strip-diacritics|highlight)\.ts$/ },
          ],
        },
      },
    },
  },
});
