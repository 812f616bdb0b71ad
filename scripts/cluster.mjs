// npm run cluster -- --nodes 3: several servers on one database and one Redis, behind a small balancer, on this
// machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createBalancer } from './lib/balancer.mjs';
import { startNode } from './lib/cluster-node.mjs';
import { freePort } from './lib/free-port.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { buildPanel, isPanelFresh } from './lib/panel.mjs';
import { NODE, projectEnvironment, ROOT } from './lib/paths.mjs';
import { startRedis } from './lib/redis-process.mjs';
import { onEnd } from './lib/server-process.mjs';

const DEFAULT_NODES = '3';
const NODES_MAX = 16;
const { HOST = '127.0.0.1', PORT = '4000', DATA_DIR = './data', TRUST_PROXY, METRICS_PORT } = process.env;

/** Functions that stop what was started: the servers first, which may still need the others. */
const servers = [];
const stores = [];
let isEnding = false;
onEnd((signal) => void end(0, signal));

try {
  const count = nodeCount();
  const isFresh = isPanelFresh();
  await ensureInstalled({ forBuilding: !isFresh });
  if (!isFresh) await buildPanel();
  await start(count);
} catch (error) {
  // Errors during the shutdown are ignored.
  if (!isEnding) {
    console.error(error.message);
    await end(1, 'SIGTERM');
  }
}

/** @throws {Error} for anything but a small number */
function nodeCount() {
  const { nodes } = parseArgs({ options: { nodes: { type: 'string', default: DEFAULT_NODES } } }).values;
  const count = Number(nodes);
  if (Number.isInteger(count) && count >= 1 && count <= NODES_MAX) return count;
  throw new Error(`--nodes must be a number from 1 to ${NODES_MAX}.`);
}

async function start(count) {
  const redisUrl = process.env.REDIS_URL || (await ownRedis());
  if (!process.env.DATABASE_URL) await ownDatabase();
  const nodes = [];
  for (let number = 1; number <= count; number += 1) {
    const node = startNode({ name: `server ${number}`, port: await freePort(), env: nodeSettings(number, redisUrl) });
    servers.push(node.end);
    nodes.push(node);
    // One after the other, so that only the first prepares the database.
    await node.ready();
  }
  const balancer = createBalancer(nodes.map(({ port }) => port));
  servers.push(async () => balancer.close());
  await balancer.countReady();
  balancer.server.listen({ host: HOST, port: Number(PORT) });
  try {
    await once(balancer.server, 'listening');
  } catch (error) {
    throw new Error(`The balancer cannot listen at ${HOST}, port ${PORT} (${error.code}): set PORT to another one.`);
  }
  printUrls(nodes, balancer.server.address());
}

async function ownRedis() {
  const redis = await startRedis(path.join(path.resolve(ROOT, DATA_DIR), 'redis'));
  stores.push(redis.stop);
  return redis.url;
}

/** In its own process, so that it does not stop with one of the servers. They find it by DATA_DIR. */
async function ownDatabase() {
  const child = spawn(NODE, ['server/src/cli/embedded-database.ts'], {
    cwd: ROOT,
    env: projectEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const exited = once(child, 'exit');
  stores.push(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const isReady = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)]);
  if (!isReady) throw new Error('The database did not start.');
}

function nodeSettings(number, redisUrl) {
  return {
    REDIS_URL: redisUrl,
    // The balancer forwards the client's IP.
    TRUST_PROXY: TRUST_PROXY || 'loopback',
    // The servers listen on this machine only, and cannot know that the balancer does not.
    ...(/^(localhost|::1|127\..*)$/.test(HOST) ? {} : { DEMO_DATA: process.env.DEMO_DATA || '0' }),
    ...(METRICS_PORT && { METRICS_PORT: String(Number(METRICS_PORT) + number - 1) }),
  };
}

/** For the operator: the startup message of the first server, with the balancer's URL. */
function printUrls([first, ...others], { port }) {
  const address = `http://${['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST}:${port}`;
  const own = `http://127.0.0.1:${first.port}`;
  const lines = first.welcome().map((line) => line.replaceAll(own, address));
  if (lines.length === 0) lines.push(`Ready at ${address}`);
  const all = [first, ...others].map((node) => `127.0.0.1:${node.port} (process ${node.pid()})`);
  console.log([...lines, `  Servers: ${all.join(', ')}`, ''].join('\n'));
}

async function end(code, signal) {
  // A second signal exits at once. Child processes end by themselves when this one has ended.
  if (isEnding) process.exit(1);
  isEnding = true;
  await Promise.all(servers.map((stop) => stop(signal)));
  for (const stop of stores.reverse()) await stop();
  process.exit(code);
}
