// npm start: installs and builds what is missing or stale, then runs the server with the project's own Node.
import { ensureInstalled } from './lib/install.mjs';
import { buildPanel, isPanelFresh } from './lib/panel.mjs';
import { onEnd, startServer } from './lib/server-process.mjs';

try {
  const isFresh = isPanelFresh();
  await ensureInstalled({ forBuilding: !isFresh });
  if (!isFresh) await buildPanel();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const server = startServer();
onEnd((signal) => server.kill(signal));
server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));
