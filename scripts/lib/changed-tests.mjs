/** Without a feature of their own: whatever is on the server can rest on them. */
const SHARED = ['app', 'lib', 'testing', 'main.ts'];
const ELSEWHERE = /^(panel|e2e|bench|trust|docs|deploy|mutation)\/|\.md$/;

/**
 * The folder below server/src/ or demo/src/ whose tests a changed file concerns: that of its feature, or of the room that it has
 * there. In the contract a room is the first word of a file's name.
 * @returns '' for all of them, undefined for none
 */
function folderOf(file, tests) {
  if (ELSEWHERE.test(file)) return undefined;
  const [, workspace, feature, rest] = /^(server|contract|demo)\/src\/([^/]+)(?:\/(.*))?$/.exec(file) ?? [];
  if (workspace === 'demo') return 'demo/src/';
  if (!workspace || SHARED.includes(feature) || !rest) return '';
  const room = workspace === 'server' ? rest.split('/').slice(0, -1)[0] : rest.split('.')[0];
  const folders = [`server/src/${feature}/${room}/`, `server/src/${feature}/`];
  return folders.find((folder) => tests.some((test) => test.startsWith(folder))) ?? '';
}

/**
 * Of the tests on a database, which all build the whole server, those of the features in which something was changed: by imports
 * each of them would rest on every file.
 * @param {readonly string[]} changed paths of files
 * @param {readonly string[]} tests paths of test files
 */
export function testsOfChangedFeatures(changed, tests) {
  const folders = changed.map((file) => folderOf(file, tests)).filter((folder) => folder !== undefined);
  return tests.filter((test) => changed.includes(test) || folders.some((folder) => test.startsWith(folder)));
}
