// Who may not import whom. Every rule is proved on a seeded violation in scripts/import-rules.test.ts.
// TypeScript is read by swc, because dependency-cruiser cannot use TypeScript 7.
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const TEST = '\\.(test|samples)\\.tsx?$|^(contract|server|panel)/src/testing/';
/** Puts things together, and is not part of the running product. */
const TOOL = '^server/src/cli/';
const S = '^server/src/';
const P = '^panel/src/';
/** The one module of the server that loads demo/. */
const DEMO_LOADER = `${S}app/demo-data\\.ts$`;
/** What demo/ may use of the server: lib, its settings, how passwords, chat images and evidence are stored, and states replayed. */
const DEMO_USES = [
  'lib/',
  'app/(config|demo-logins|open-image-store)\\.ts$',
  'auth/password\\.ts$',
  'chat/(images/chat-images\\.keys|messages/messages\\.mapper)\\.ts$',
  'moderation/subjects/replay-subjects\\.ts$',
  'moderation/evidence/(evidence|evidence-files|snapshot)\\.ts$',
].join('|');

module.exports = {
  forbidden: [
    rule(
      'no-circular',
      'What needs each other is one module. Code fetched later by import() may know who fetches it.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    rule(
      'no-unresolved',
      'An import that leads nowhere escapes every other rule.',
      { pathNot: '\\.(css|cjs)$' },
      { couldNotResolve: true, pathNot: '^virtual:|\\?' },
    ),
    rule(
      'no-test-code-in-product',
      'Tests use the product, never the other way round.',
      { pathNot: `${TEST}|^(e2e|bench|trust|scripts)/|^server/src/cli/generate-schema\\.ts$` },
      { path: TEST },
    ),

    rule(
      'contract-is-a-leaf',
      'Both sides import it.',
      { path: '^contract/' },
      { path: '^(server|demo|panel|e2e|bench|trust)/' },
    ),
    rule(
      'contract-only-zod',
      'It goes to the browser, but for what collects endpoints and events.',
      { path: '^contract/src/', pathNot: `${TEST}|^contract/src/lib/collect\\.ts$` },
      { path: 'node_modules/|^(node:)?[a-z_]+$', pathNot: 'node_modules/zod/' },
    ),
    rule(
      'panel-and-server-never-meet',
      'Only the contract is common.',
      { path: '^(panel|server)/' },
      { path: '^(panel|server)/', pathNot: '^$1/' },
    ),

    rule(
      'server-app-is-top',
      'app puts the features together.',
      { path: `${S}(?!app/|main\\.ts)`, pathNot: `${TEST}|${TOOL}` },
      { path: `${S}(app/|main\\.ts)` },
    ),
    rule('server-lib-is-floor', 'lib knows no feature.', { path: `${S}lib/`, pathNot: TEST }, { path: `${S}(?!lib/)` }),
    rule(
      'edge-not-to-store',
      'Rules live in use cases.',
      { path: '\\.(routes|sockets)\\.ts$' },
      { path: '\\.store\\.ts$' },
    ),
    rule(
      'use-case-not-to-edge',
      'A use case knows no transport.',
      { path: `${S}(?!app/|lib/|cli/|testing/|main\\.ts)`, pathNot: `\\.(routes|sockets)\\.ts$|${TEST}` },
      { path: '\\.(routes|sockets)\\.ts$|node_modules/(fastify|@fastify/[^/]+|socket\\.io)/' },
    ),
    rule(
      'store-not-upward',
      'A store is SQL alone: nothing that it imports knows the context of a use case.',
      { path: '\\.store\\.ts$' },
      {
        path: `${S}lib/context\\.ts$|\\.(routes|sockets)\\.ts$|node_modules/(fastify|@fastify/[^/]+|socket\\.io)/`,
        reachable: true,
      },
    ),
    rule(
      'sql-only-in-stores',
      'All SQL of a feature is in its store.',
      { path: S, pathNot: `\\.store\\.ts$|^server/src/lib/db/|${TOOL}|${TEST}` },
      { path: 'node_modules/(kysely|pg|pg-copy-streams)/' },
    ),
    rule(
      'server-features-meet-at-use-cases',
      'Another feature only through what it does, never its tables or its edge.',
      { path: `${S}(?!app/|lib/|cli/|testing/)([^/]+)/`, pathNot: TEST },
      { path: `${S}(?!app/|lib/)[^/]+/.*\\.(store|mapper|routes|sockets)\\.ts$`, pathNot: `${S}$1/` },
    ),
    rule(
      'server-features-know-no-moderation',
      'What the row of a user, a text or a conversation does not know (points, letters, appeals) is composed above it.',
      { path: `${S}(users|posts|chat|notifications|audit|auth|account|media)/`, pathNot: TEST },
      { path: `${S}moderation/` },
    ),
    rule(
      'audit-and-auth-below-features',
      'Every feature records what is done, and asks who does it.',
      { path: `${S}(audit|auth)/`, pathNot: TEST },
      { path: `${S}(?!audit/|auth/|lib/)` },
    ),

    rule(
      'demo-loaded-in-one-place',
      'The server runs without it.',
      { path: '^(server|panel)/', pathNot: DEMO_LOADER },
      { path: '^demo/' },
    ),
    rule(
      'demo-loaded-when-asked-for',
      'Only DEMO_DATA asks for it: it is loaded by import().',
      { path: DEMO_LOADER },
      { path: '^demo/', dependencyTypesNot: ['dynamic-import'] },
    ),
    rule(
      'demo-uses-little',
      'It fills tables and calls the server as the app does.',
      { path: '^demo/', pathNot: TEST },
      { path: '^(server|panel|e2e|bench|trust)/', pathNot: `${S}(${DEMO_USES})` },
    ),

    rule(
      'panel-app-is-top',
      'app puts the features together.',
      { path: `${P}(?!app/|main\\.tsx)`, pathNot: TEST },
      { path: `${P}(app/|main\\.tsx)` },
    ),
    rule(
      'panel-shared-is-floor',
      'lib, ui and legacy know no feature.',
      { path: `${P}(lib|ui|legacy)/`, pathNot: TEST },
      { path: `${P}(?!lib/|ui/|legacy/)` },
    ),
    rule(
      'panel-entities-above-ui',
      'What several features show of a user, a post or a report comes as props: no feature, no call, no cache.',
      { path: `${P}entities/`, pathNot: TEST },
      {
        path: `${P}(?!entities/|lib/|ui/)|^panel/src/lib/(api-client|socket)\\.ts$|node_modules/@tanstack/react-query/`,
      },
    ),
    rule(
      'panel-legacy-behind-lib',
      'What legacy backends need is known where responses and events arrive, and nowhere else.',
      { path: `${P}(?!lib/|legacy/)`, pathNot: TEST },
      { path: `${P}legacy/` },
    ),
    rule(
      'panel-legacy-fetched-later',
      'Our own server never needs it: it is fetched with the first response that does not fit.',
      { path: `${P}lib/`, pathNot: TEST },
      { path: `${P}legacy/`, dependencyTypesNot: ['dynamic-import'] },
    ),
    rule(
      'panel-features-never-meet',
      'Features meet in app alone; but accounts and texts are moderated wherever they are shown.',
      { path: `${P}(?!app/|entities/|lib/|ui/|legacy/)([^/]+)/`, pathNot: TEST },
      { path: `${P}(?!app/|entities/|lib/|ui/|legacy/)[^/]+/`, pathNot: `${P}($1|moderation)/` },
    ),
    rule(
      'screens-use-hooks',
      'A component never calls the API itself.',
      { path: `${P}.*\\.tsx$`, pathNot: `^panel/src/app/|${TEST}` },
      { path: '\\.api\\.ts$|^panel/src/lib/(api-client|socket)\\.ts$' },
    ),
    rule(
      'ui-is-pure',
      'Components of ui get everything as props.',
      { path: `${P}ui/`, pathNot: TEST },
      { path: '^panel/src/lib/(api-client|socket)\\.ts$|node_modules/@tanstack/react-query/|^contract/' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // What the benchmark compares with has packages of its own, and is no part of the project.
    exclude: { path: '^(panel/dist|bench/peers)/' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'require'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
