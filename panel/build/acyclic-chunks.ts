import type { Plugin } from 'vite';

interface ImportingFile {
  readonly type: string;
  readonly imports?: readonly string[];
}

/** The first circle of files of a build that import each other, in the order of their imports; undefined without one. */
export function findCircle(files: Readonly<Record<string, ImportingFile>>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return path.slice(path.indexOf(name));
    if (done.has(name)) return undefined;
    for (const imported of files[name]?.imports ?? []) {
      const circle = visit(imported, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(files)) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
}

/** Ends a build in which chunks import each other: a module of one may then run before what it needs of the other. */
export const acyclicChunks = (): Plugin => ({
  name: 'acyclic-chunks',
  generateBundle(_options, bundle) {
    const circle = findCircle(bundle);
    if (circle) this.error(`chunks import each other: ${circle.join(' → ')} (vite.config.ts, codeSplitting)`);
  },
});
