import { type PanelSettings, panelSettingsSchema } from '@hai-dang/contract/panel-settings.ts';

/** '' means the page's origin. */
let loaded: PanelSettings = { apiBase: '', socketBase: '' };
let pending: Promise<PanelSettings> | undefined;

/** Accepts only an http(s) origin, with or without a path; any other value means the page's origin. */
function cleanBase(base: string): string {
  return /^https?:\/\//i.test(base) ? base.replace(/\/+$/, '') : '';
}

async function load(): Promise<PanelSettings> {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (response.status >= 500) throw new Error(`/config.json answered ${response.status}`);
  const parsed = panelSettingsSchema.safeParse(readJson(await response.text()));
  if (parsed.success) {
    const { apiBase, socketBase, ...others } = parsed.data;
    loaded = { ...others, apiBase: cleanBase(apiBase), socketBase: cleanBase(socketBase) };
  }
  // A host without the file serves both the panel and the API.
  return loaded;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The URLs of the API, the socket and, if configured, the notifications, loaded once from /config.json.
 * @throws if the file could not be fetched; the next call tries again
 */
export function loadSettings(): Promise<PanelSettings> {
  pending ??= load().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** The API's base URL as far as it is loaded; '' means the page's origin. */
export function knownApiBase(): string {
  return loaded.apiBase;
}
