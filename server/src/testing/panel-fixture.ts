import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

export const SHELL_SCRIPT = "document.documentElement.dataset.theme = 'dark';";
export const LOGIN_SCRIPT = '\n  const greeting = "Xin chào <b>";\n';
export const ASSET = 'export const answer = 42;\n';
/** The file beside the panel's folder, which must never be served. */
export const SECRET = 'not for anyone';

/**
 * A folder like the panel's build, within another folder that contains a secret.
 * @returns the panel's folder; delete its parent afterwards
 */
export async function makePanel(): Promise<string> {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-panel-'));
  const panelDir = path.join(parent, 'panel');
  const files: Record<string, string | Buffer> = {
    'secret.txt': SECRET,
    'panel/index.html': `<!doctype html><title>shell</title><script>${SHELL_SCRIPT}</script>
      <script type="application/json">{"data":"runs nothing"}</script><script type="module" src="/assets/app-1.js"></script>`,
    'panel/login.html': `<!doctype html><title>login</title><script type="module">${LOGIN_SCRIPT}</script>`,
    'panel/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'panel/.env': SECRET,
    'panel/assets/app-1.js': ASSET,
    'panel/assets/app-1.js.br': brotliCompressSync(ASSET),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(parent, name)), { recursive: true });
    await writeFile(path.join(parent, name), content);
  }
  return panelDir;
}
