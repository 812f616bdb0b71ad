import type { Rolldown } from 'vite';

/** Which files a source module's chunk needs, itself included, by the module's path from src/. */
export type ChunkGraph = (source: string) => string[];

/**
 * Reads the chunks of a finished build.
 * @throws if no chunk holds the module asked for
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

  return (source) => {
    const holder = [...chunks.values()].find((chunk) => chunk.moduleIds.some((id) => id.endsWith(`/src/${source}`)));
    if (!holder) throw new Error(`no chunk holds ${source}`);
    return [...collect(holder.fileName, new Set())];
  };
}
