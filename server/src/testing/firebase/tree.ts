import { z } from 'zod';

/** The data of a realtime database: a tree of objects; null for an empty location. */
export type Tree = string | number | boolean | null | { readonly [key: string]: Tree };
export const treeSchema: z.ZodType<Tree> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.record(z.string(), treeSchema)]),
);

/** The only query that the tests' clients use: the last items by key. */
export const querySchema = z.strictObject({ i: z.literal('.key'), vf: z.literal('r'), l: z.int() });
export type Query = z.infer<typeof querySchema>;

const FORBIDDEN_IN_KEYS = /[.#$[\]/]/;

const isBranch = (value: Tree): value is { readonly [key: string]: Tree } =>
  typeof value === 'object' && value !== null;

export const keysOf = (path: string): string[] => path.split('/').filter(Boolean).map(decodeURIComponent);

export function read(tree: Tree, keys: readonly string[]): Tree {
  let at = tree;
  for (const key of keys) {
    if (!isBranch(at) || !Object.hasOwn(at, key)) return null;
    at = at[key] ?? null;
  }
  return at;
}

/** The tree with `value` at that path; empty branches are removed. */
export function write(tree: Tree, [key, ...rest]: readonly string[], value: Tree): Tree {
  if (key === undefined) return isBranch(value) ? prune(value) : value;
  const branch: Record<string, Tree> = isBranch(tree) ? { ...tree } : {};
  const written = write(branch[key] ?? null, rest, value);
  if (written === null) delete branch[key];
  else branch[key] = written;
  return Object.keys(branch).length > 0 ? branch : null;
}

function prune(value: { readonly [key: string]: Tree }): Tree {
  let pruned: Tree = null;
  for (const [key, child] of Object.entries(value)) {
    if (FORBIDDEN_IN_KEYS.test(key)) throw new Error(`${key} cannot be a key`);
    pruned = write(pruned, [key], child);
  }
  return pruned;
}

/** The queried part of a list. */
export function select(list: Tree, query: Query | undefined): Tree {
  if (!query || !isBranch(list)) return list;
  return Object.fromEntries(
    Object.entries(list)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-query.l),
  );
}
