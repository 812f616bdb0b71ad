// Runs a file with the project's own Node: node scripts/node.mjs <file> <arguments>
import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { NODE, projectEnvironment, ROOT } from './lib/paths.mjs';

try {
  await ensureInstalled({ forBuilding: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const child = spawn(NODE, process.argv.slice(2), { cwd: ROOT, env: projectEnvironment(), stdio: 'inherit' });
// Ctrl-C reaches the child process by itself; this process exits with it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 1));
