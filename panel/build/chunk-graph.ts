import type { Rolldown } from 'vite';

/** The files that a part of the panel needs. */
export interface ChunkGraph {
  /** @param module its path from src/ */
  ofModule(module: string): string[];
  /** @param component the name that its module exports */
  ofComponent(component: string): string[];
}

const OURS = /\/panel\/src\//;

/**
 * Reads the chunks of a finished build.
 * @throws if not exactly one chunk holds what is asked for
 */
export function chunkGraph(bundle: Rolldown.OutputBundle): ChunkGraph {
  const chunks = new Map(
    Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output] as const] : [])),
  );

  function collect(fileName: string, into: Set<string>): Set<string> {
    const chunk = chunks.get(fileName);
    if (!chunk || into.has(fileName)) return into;
    into.add(fileName);
    for (const imported of chunk.imports) collect(imported, into);
    return into;
  }

  function holding(name: string, isIt: (id: string, module: Rolldown.RenderedModule) => boolean): string[] {
    const holders = [...chunks.values()].filter(({ modules }) =>
      Object.entries(modules).some(([id, module]) => OURS.test(id) && isIt(id, module)),
    );
    const [holder, other] = holders;
    if (!holder || other) throw new Error(`${holders.length} chunks hold ${name}`);
    return [...collect(holder.fileName, new Set())];
  }

  return {
    ofModule: (module) => holding(module, (id) => id.endsWith(`/src/${module}`)),
    ofComponent: (component) => holding(component, (_, { renderedExports }) => renderedExports.includes(component)),
  };
}
