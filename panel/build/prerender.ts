import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { type ChunkGraph, chunkGraph } from './chunk-graph.ts';
import { criticalCss } from './critical-css.ts';
import { guide } from './guide.ts';
import { precompress } from './precompress.ts';

type PrerenderModule = Pick<typeof import('../src/app/prerender.tsx'), 'prerender'>;
type Prerendered = Awaited<ReturnType<PrerenderModule['prerender']>>;

/** Renders the screens that are written into the HTML files, with a build of their own for Node. */
async function renderMarkup(root: string): Promise<Prerendered> {
  // Below node_modules, so that what stays outside the bundle is found; a new name each time, for modules are cached.
  const outDir = join(root, `../node_modules/.cache/hai-dang-prerender-${process.pid}-${Date.now()}`);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react(), guide()],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir,
      emptyOutDir: true,
      // The build finds a screen's chunk by the name of its component.
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs', codeSplitting: false, keepNames: true } },
    },
  });
  try {
    const markup = await inThreadOfItsOwn(pathToFileURL(join(outDir, 'prerender.mjs')).href);
    if (!markup.login.includes('<form')) throw new Error('the login screen did not render');
    return markup;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Screens open channels and timers as they are loaded, which would keep the build from ending. */
async function inThreadOfItsOwn(module: string): Promise<Prerendered> {
  const code = `import(${JSON.stringify(module)}).then(({ prerender }) => prerender())
    .then((made) => require('node:worker_threads').parentPort.postMessage(made))`;
  const thread = new Worker(code, { eval: true });
  try {
    // An error of the thread rejects it.
    const [made] = (await once(thread, 'message')) as [Prerendered];
    return made;
  } finally {
    await thread.terminate();
  }
}

/** An expression for the chunks a path needs beside the main ones: the path is known only in the browser. */
function routeChunks(routes: Prerendered['routes'], graph: ChunkGraph, entry: ReadonlySet<string>): string {
  const beyondEntry = (files: string[]): string[] => [...new Set(files)].filter((file) => !entry.has(file));
  const frame = graph.ofModule('app/layout/admin-area.tsx');
  const chunks = routes.map(({ pattern, components }) => [
    pattern,
    beyondEntry([...frame, ...components.flatMap(graph.ofComponent)]),
  ]);
  const signIn = beyondEntry(graph.ofModule('auth/login-screen.tsx'));
  return (
    `(function(r,f){try{if(localStorage.getItem('token')){f=[];` +
    `r.some(function(x){if(new RegExp(x[0]).test(location.pathname))return f=x[1]})}}catch(e){}` +
    `return f})(${JSON.stringify(chunks)},${JSON.stringify(signIn)})`
  );
}

/**
 * Runs before the shell is painted. Takes it away where its frame will not be, that is before the sign-in and outside
 * the admin area; else writes the title and the heading that the path's screen will have into it.
 */
const shellScript = (routes: Prerendered['routes']): string =>
  `(function(r,p,s){try{s=localStorage.getItem('token')}catch(e){}` +
  `if(!s||!/^\\/(admin(\\/|$)|$)/.test(p))document.getElementById('root').textContent='';` +
  `else r.some(function(x){function put(n,t){return document.querySelector('[data-shell-'+n+']').textContent=t}` +
  `if(new RegExp(x[0]).test(p)){put('title',x[1]);return put('screen',x[2])}})` +
  `})(${JSON.stringify(routes.map(({ pattern, heading, title }) => [pattern, heading, title]))},location.pathname)`;

/** Asked for at once: the first call needs to know where the API is. */
const SETTINGS_PRELOAD = '<link rel="preload" as="fetch" crossorigin href="/config.json">';
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const TITLE = /<title>[^<]*<\/title>/;
const MODULE_SCRIPT = /\s*<script type="module"[^>]*src="\/([^"]+)"[^>]*><\/script>/g;

/** Texts of the page that is shown before its code (the panel's own: src/app/app.strings.ts). */
const LOST = { text: 'Loading chunk failed', retry: 'Thử lại' };
/** The pause before what failed to load is requested again, unless the network is back sooner. */
const LOST_PAUSE_MS = 2_000;
const LOST_STYLE =
  'position:fixed;inset:auto 0 0;padding:12px;text-align:center;background:var(--color-surface);color:var(--color-ink)';

/**
 * `lost(again)` says that code is missing, and calls `again` after a pause; `found()` says so no longer when nothing is
 * missing. A press reloads the page, because some browsers keep a failed import until then; only when the server responds.
 */
const LOST_SCRIPT =
  'var lacking=0,bar;function lost(again,isKnown){' +
  `if(!isKnown&&!lacking++){bar=d.createElement('p');bar.setAttribute('role','alert');bar.style.cssText=${JSON.stringify(LOST_STYLE)};` +
  `bar.textContent=${JSON.stringify(`${LOST.text} `)};var b=d.createElement('button');b.textContent=${JSON.stringify(LOST.retry)};` +
  "b.style.cssText='text-decoration:underline;cursor:pointer;min-height:24px';" +
  "b.onclick=function(){fetch(location.href,{method:'HEAD'}).then(function(){location.reload()},function(){})};" +
  'bar.appendChild(b);d.body.appendChild(bar)}' +
  'function now(){if(!again)return;var f=again;again=0;clearTimeout(t);f()}' +
  `var t=setTimeout(now,${LOST_PAUSE_MS});addEventListener('online',now,{once:true})}` +
  'function found(){if(!--lacking)bar.remove()}';

/**
 * Fetches what brings the page to life once it has been painted; in a tab that nobody sees, a little later. What fails is
 * requested again.
 * @param preloads an expression for further chunks that will be needed
 */
function afterPaintScript(sheet: string, scripts: readonly string[], preloads: string): string {
  return (
    `(function(d,n){${LOST_SCRIPT}function add(t,p,isLost){var e=d.createElement(t);for(var k in p)e.setAttribute(k,p[k]);` +
    "if(p.rel!=='modulepreload'){e.onload=function(){if(isLost)found()};" +
    'e.onerror=function(){e.remove();lost(function(){add(t,p,1)},isLost)}}d.head.appendChild(e)}' +
    `function go(){if(n++)return;add('link',{rel:'stylesheet',crossorigin:'',href:'/${sheet}'});` +
    `${preloads}.forEach(function(f){add('link',{rel:'modulepreload',crossorigin:'',href:'/'+f})});` +
    `${JSON.stringify(scripts)}.forEach(function(f){add('script',{type:'module',crossorigin:'',src:'/'+f})})}` +
    'requestAnimationFrame(function(){setTimeout(go)});setTimeout(go,300)})(document,0)'
  );
}

interface Page {
  readonly path: string;
  readonly outDir: string;
  readonly markup: string;
  /** The title of the browser's tab; that of the template unless given. */
  readonly title?: string;
  /** Goes into the head. */
  readonly head?: string;
  /** Run as soon as the markup is there. */
  readonly script?: string;
  /** See afterPaintScript. */
  readonly preloads: string;
}

/** Makes a page paint from its one file, with the styles it needs in it; everything else is asked for after that. */
async function fillPage({ path, outDir, markup, title, head = '', script = '', preloads }: Page): Promise<void> {
  const template = await readFile(path, 'utf8');
  const sheet = STYLESHEET.exec(template);
  const scripts = [...template.matchAll(MODULE_SCRIPT)].flatMap(([, file]) => file ?? []);
  if (!sheet?.[1] || scripts.length === 0) throw new Error(`${path} links no style sheet or no script`);
  const filled = template
    .replace(MODULE_SCRIPT, '')
    .replace(TITLE, (whole) => (title === undefined ? whole : `<title>${title}</title>`))
    .replace('<!--app-->', () => markup);
  const css = criticalCss(await readFile(join(outDir, sheet[1]), 'utf8'), filled);
  const last = afterPaintScript(sheet[1], scripts, preloads);
  const html = filled
    .replace(sheet[0], () => `<style>${css}</style>${head}`)
    .replace('</body>', () => `${script && `<script>${script}</script>`}<script>${last}</script></body>`);
  await writeFile(path, html.replace(/>\s+</g, '><'));
}

/** Writes markup into the built HTML files, then compresses everything. Only when building for the browser. */
export function prerender(): Plugin {
  let root = '';
  let outDir = '';
  let graph: ChunkGraph | undefined;
  return {
    name: 'prerender',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
      outDir = join(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      graph = chunkGraph(bundle);
    },
    async closeBundle(error) {
      if (error || !graph) return;
      const markup = await renderMarkup(root);
      const entry = new Set(graph.ofModule('main.tsx'));
      const loginChunks = graph.ofModule('auth/login-screen.tsx').filter((file) => !entry.has(file));
      await fillPage({
        path: join(outDir, 'login.html'),
        outDir,
        markup: markup.login,
        title: markup.loginTitle,
        preloads: JSON.stringify(loginChunks),
      });
      await fillPage({
        path: join(outDir, 'index.html'),
        outDir,
        markup: markup.shell,
        head: SETTINGS_PRELOAD,
        script: shellScript(markup.routes),
        preloads: routeChunks(markup.routes, graph, entry),
      });
      await precompress(outDir);
    },
  };
}
