import path from 'node:path';

// These scripts are plain JavaScript without packages: the machine's Node (20.19 or newer) runs them before anything is
// installed.

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** The Node that runs the product: the npm package `node`, the same on every machine. */
export const NODE = path.join(ROOT, 'node_modules/node/bin/node');
/**
 * For the server's process. By default Node lets short-lived garbage grow to three times as much before it collects it:
 * 330 MB under load.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8'];

/** The environment in which `node`, `tsc` and the like are the project's own. */
export const projectEnvironment = () => ({
  ...process.env,
  PATH: [path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
});
