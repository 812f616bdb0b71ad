import type { Plugin } from 'vite';

const LISTED = 'websocket: WS,';
const CODE = `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };\n`;

/**
 * The panel opens its socket as a WebSocket and in no other way (src/lib/socket.ts), as the server takes it in no other.
 * The client lists long polling and WebTransport all the same, which would be 2 KB gzipped.
 */
export function websocketOnly(): Plugin {
  return {
    name: 'websocket-only',
    apply: 'build',
    transform: {
      filter: { id: /engine\.io-client\/build\/esm\/transports\/[\w.-]+\.js$/ },
      handler(code, id) {
        // Nobody needs them to be loaded if nobody uses them; the library does not say so.
        const unusedFallsAway = { map: null, moduleSideEffects: false };
        if (!id.endsWith('/index.js')) return { code, ...unusedFallsAway };
        if (!code.includes(LISTED)) throw new Error('engine.io-client lists its transports in another way');
        return { code: CODE, ...unusedFallsAway };
      },
    },
  };
}
