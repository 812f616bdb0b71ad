import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';
import { parseGuide } from './guide-tree.ts';
import { webpSize } from './webp-size.ts';

const SUFFIX = '?guide';
const HASH_CHARS = 8;
const TYPES: Readonly<Record<string, string>> = { '.json': 'application/json', '.webp': 'image/webp' };

/**
 * Makes the administrators' guide files of the build: `import { guideUrl } from '…/huong-dan.md?guide'`. Text and images
 * have a hash in their names, as every asset, so that browsers cache them for good.
 */
export function guide(): Plugin {
  /** The files by name, below the base. */
  const files = new Map<string, Buffer>();
  let base = '/';
  let isBundled = false;

  function add(name: string, bytes: Buffer): string {
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARS);
    const extension = extname(name);
    const file = `assets/${basename(name, extension)}-${hash}${extension}`;
    files.set(file, bytes);
    return base + file;
  }

  return {
    name: 'guide',
    enforce: 'pre',
    configResolved(config) {
      base = config.base;
      isBundled = config.command === 'build' && !config.build.ssr;
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return;
      const path = id.slice(0, -SUFFIX.length);
      const folder = dirname(path);
      const parsed = parseGuide(await readFile(path, 'utf8'), (place) => {
        const image = join(folder, place);
        this.addWatchFile(image);
        const bytes = readFileSync(image);
        return { src: add(place, bytes), ...webpSize(bytes) };
      });
      this.addWatchFile(path);
      const url = add('guide.json', Buffer.from(JSON.stringify(parsed)));
      if (isBundled) for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
      return `export const guideUrl = ${JSON.stringify(url)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = decodeURI(request.url ?? '').slice(base.length);
        const bytes = files.get(file);
        if (bytes) response.setHeader('content-type', TYPES[extname(file)] ?? '').end(bytes);
        else next();
      });
    },
  };
}
