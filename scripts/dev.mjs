// npm run dev: the server, restarted when its sources change, and Vite with hot reload in front of it.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { NODE, projectEnvironment, ROOT } from './lib/paths.mjs';
import { onEnd, startServer } from './lib/server-process.mjs';

const WATCHED = ['server/src', 'server/migrations', 'contract/src'];
/** Editors write a file in several steps. */
const SETTLE_MS = 150;

await ensureInstalled({ forBuilding: true });
console.log("The panel with hot reload is at Vite's address; the server's own serves the panel as it was last built.");

let ending = false;
let server = startServer();
server.once('exit', onServerExit);

const vite = spawn(NODE, [path.join(ROOT, 'node_modules/vite/bin/vite.js')], {
  cwd: path.join(ROOT, 'panel'),
  env: projectEnvironment(),
  // Vite exits when its input closes, so that it does not outlive this process.
  stdio: ['pipe', 'inherit', 'inherit'],
  detached: true,
});
vite.once('exit', (code) => {
  if (ending) return;
  console.error(`Vite ended with code ${code}.`);
  end('SIGTERM');
});

let restarting;
for (const folder of WATCHED) {
  watch(path.join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file?.includes('.test.')) return;
    clearTimeout(restarting);
    restarting = setTimeout(() => {
      if (ending) return;
      // A server that has already exited is started by the change; a running one when it exits.
      if (hasEnded()) restart();
      else server.kill('SIGTERM');
    }, SETTLE_MS);
  });
}

onEnd(end);

function end(signal) {
  ending = true;
  vite.kill('SIGTERM');
  if (hasEnded()) process.exit(0);
  server.kill(signal);
}

function hasEnded() {
  return server.exitCode !== null || server.signalCode !== null;
}

function restart() {
  server = startServer();
  server.once('exit', onServerExit);
}

function onServerExit(code) {
  if (ending) process.exit(0);
  if (code === 0) restart();
  else console.error('The server ended. It starts again with the next change.');
}
