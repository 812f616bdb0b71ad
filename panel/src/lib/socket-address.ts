import type { PanelSettings } from '@hai-dang/contract/panel-settings.ts';

const DEFAULT_PATH = '/socket.io';

/**
 * Where the sockets are. The specification has one host for both, so that of the API stands in for a socket base that
 * is not set.
 * @param page the address of the page, for settings that name no host at all
 * @returns an origin without a path, which Socket.IO would take for a namespace, and the path of its own
 */
export function socketAddress({ apiBase, socketBase }: PanelSettings, page: string): { origin: string; path: string } {
  if (socketBase === '') return { origin: new URL(apiBase || page, page).origin, path: DEFAULT_PATH };
  const { origin, pathname } = new URL(socketBase, page);
  return { origin, path: pathname.replace(/\/+$/, '') + DEFAULT_PATH };
}
