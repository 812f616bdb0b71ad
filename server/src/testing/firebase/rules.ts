import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { read, type Tree, treeSchema } from './tree.ts';

/** The rules that operators install in their database. */
const RULES_FILE = path.resolve(import.meta.dirname, '../../../../docs/firebase-rules.json');
const rules = read(treeSchema.parse(JSON.parse(readFileSync(RULES_FILE, 'utf8'))), ['rules']);

/** The identity of a service account: no rule applies to it. */
export const OWNER = 'owner';

/** A location as a rule sees it. */
class Location {
  readonly #tree: Tree;
  readonly #keys: readonly string[];

  constructor(tree: Tree, keys: readonly string[]) {
    this.#tree = tree;
    this.#keys = keys;
  }

  exists(): boolean {
    return read(this.#tree, this.#keys) !== null;
  }

  isBoolean(): boolean {
    return typeof read(this.#tree, this.#keys) === 'boolean';
  }

  parent(): Location {
    return new Location(this.#tree, this.#keys.slice(0, -1));
  }
}

interface Access {
  kind: '.read' | '.write';
  caller: string | null;
  keys: readonly string[];
  before: Tree;
  /** The whole tree after the write. */
  after: Tree;
}

/** Whether a rule at the location or above it allows this; a rule further down cannot revoke it. */
export function isAllowed({ kind, caller, keys, before, after }: Access): boolean {
  if (caller === OWNER) return true;
  const names: Record<string, string> = {};
  let rule = rules;
  for (let depth = 0; depth <= keys.length; depth += 1) {
    const place = keys.slice(0, depth);
    const condition = read(rule, [kind]);
    if (typeof condition === 'string') {
      const auth = caller === null ? null : { uid: caller };
      const known = { auth, data: new Location(before, place), newData: new Location(after, place), ...names };
      if (runInNewContext(condition, known) === true) return true;
    }
    const key = keys[depth] ?? '';
    const named = Object.keys(Object(rule)).find((name) => name.startsWith('$'));
    const next = read(rule, [key]);
    if (next === null && named !== undefined) names[named] = key;
    rule = next ?? (named === undefined ? null : read(rule, [named]));
  }
  return false;
}
