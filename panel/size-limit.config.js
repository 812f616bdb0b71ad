import { readFileSync } from 'node:fs';

/**
 * The budgets of what a browser downloads, gzipped. Which files a screen needs is read from the build itself, so that
 * no budget goes stale when a chunk gets another name. Run after `vite build`.
 */
const DIST = new URL('./dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'));

/** The scripts a chunk needs, itself included. */
function scripts(key, into = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no chunk for ${key}`);
  if (into.has(chunk.file)) return into;
  into.add(chunk.file);
  for (const imported of chunk.imports ?? []) scripts(imported, into);
  return into;
}

/** A chunk that gathers several modules, by the name that vite.config.ts gives it. */
function gathered(name) {
  const key = Object.keys(manifest).find((candidate) => new RegExp(`^_${name}-[\\w-]{7}\\.js$`).test(candidate));
  if (!key) throw new Error(`the build has no chunk named ${name}`);
  return key;
}

/** The scripts that both pages ask for once they have been painted, and those of what is shown then. */
const union = (...keys) => [gathered('app'), ...keys].reduce((files, key) => scripts(key, files), new Set());
const entry = (name, files, limit) => ({
  name,
  path: [...files].map((file) => `dist/${file}`),
  limit,
  gzip: true,
});

const ADMIN = gathered('admin');
const FIRST_SCREEN = 'src/stats/dashboard-screen.tsx';
const USERS = 'src/users/users-screen.tsx';
const VIEWS = 'src/saved-views/saved-views.tsx';
const CHAT = 'src/chat/chat-screen.tsx';
const CONVERSATION = 'src/chat/conversation/conversation.tsx';
/** What the list of the chat and a conversation fetch by themselves once they are shown. */
const CHAT_PARTS = ['src/chat/list/view-controls.tsx', 'src/app/realtime-handlers-chat.ts'];
const CONVERSATION_PARTS = ['conversation-work', 'message-editor', 'message-menu'].map(
  (name) => `src/chat/conversation/${name}.tsx`,
);
/** Every other feature's screen, and what a user's page shows beside and below the profile. */
const FURTHER_SCREENS = Object.keys(manifest).filter(
  (key) =>
    /^src\/(?!app\/|auth\/)(?:[\w-]+\/)+(?:[\w-]+-screen|user-content|user-timeline|subject-notes)\.tsx$/.test(key) &&
    ![FIRST_SCREEN, CHAT].includes(key),
);
const OVERLAYS = {
  dialog: 'src/ui/confirm-dialog.tsx',
  toast: 'src/ui/toaster.tsx',
  viewer: 'src/ui/image-viewer-dialog.tsx',
};
/** What every screen fetches once the browser is idle, before anything is asked for. */
const IDLE = ['src/app/idle-hosts.tsx'];
const LIVE = [...IDLE, 'src/notifications/server-feed.ts', gathered('socket-client')];
/** What is there already when an overlay opens. */
const opener = union(ADMIN, ...IDLE, ...FURTHER_SCREENS);
const live = union(ADMIN, USERS, VIEWS, ...LIVE);
const chat = union(CHAT, ...CHAT_PARTS);
const conversation = union(CONVERSATION, ...CONVERSATION_PARTS);
/** Fetched only where Firebase is set up, and then after everything else. */
const FIREBASE = ['src/notifications/firebase-feed.ts', gathered('firebase')].map((key) => manifest[key].file);
/** Fetched only from a legacy backend's panel, with the first response that does not have the contract's shape. */
const LEGACY = [manifest[gathered('legacy')].file];
const everything = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.js') ? [file] : []));

/** The scripts that the bench weighs too, by the name of its metric (bench/src/panel-peers.ts). */
export const WEIGHED = {
  login: union('src/auth/login-screen.tsx'),
  firstScreen: union(ADMIN, FIRST_SCREEN),
  everything: new Set(everything).difference(new Set([...FIREBASE, ...LEGACY])),
};

export default [
  entry('login: scripts', WEIGHED.login, '95 kB'),
  { name: 'login: needed before it paints', path: 'dist/login.html', limit: '3.4 kB', gzip: true },
  entry('first screen after login: scripts in all', WEIGHED.firstScreen, '126 kB'),
  ...FURTHER_SCREENS.map((key) => entry(`${key}: its own chunk`, [manifest[key].file], '15 kB')),
  entry('chat: scripts on top of another screen', chat.difference(opener), '14 kB'),
  entry('chat: scripts on top of the user list while live', chat.difference(live), '20.5 kB'),
  entry('conversation: scripts on top of the chat', conversation.difference(opener.union(chat)), '27.5 kB'),
  ...Object.entries(OVERLAYS).map(([name, key]) =>
    entry(`first ${name}: scripts on top of the screen`, scripts(key).difference(opener), '38 kB'),
  ),
  entry('decision sheet: its own chunk', [manifest['src/moderation/decisions/decision-sheet.tsx'].file], '20 kB'),
  entry('palette: its own chunk', [manifest['src/quick-search/quick-search-dialog.tsx'].file], '12 kB'),
  entry('socket: its own chunk', [manifest[gathered('socket-client')].file], '12 kB'),
  entry('Firebase: its own chunks', FIREBASE, '66 kB'),
  entry('legacy backends: their own chunk', LEGACY, '6 kB'),
  // 176 kB: when each user was last active, the points that count, and the open reports; records follow the events.
  entry('user list while live: all scripts', live, '176 kB'),
  // 493 kB: appeals are handled like reports, and found among them; the filters of reports are a menu with chips; keys of the grouped list,
  // and its list of accounts; reporters are muted, and appeals have their letters.
  entry('every script but those two', WEIGHED.everything, '493 kB'),
  // 11.5 kB: paper, forced colours and less motion.
  { name: 'style sheets', path: 'dist/assets/*.css', limit: '11.5 kB', gzip: true },
];
