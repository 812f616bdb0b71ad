import path from 'node:path';

// These scripts are plain JavaScript without packages: the Node that comes with the machine (20.19 or newer) runs them
// before anything is installed.

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** The Node that runs the product: the npm package `node`, the same on every machine. */
export const NODE = path.join(ROOT, 'node_modules/node/bin/node');

/** The environment in which `node`, `tsc` and the like are the project's own. */
export const projectEnvironment = () => ({
  ...process.env,
  PATH: [path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
});
