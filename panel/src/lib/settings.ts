import { type PanelSettings, panelSettingsSchema } from '@hai-dang/contract/panel-settings.ts';

/** '' is the origin of the page. */
let loaded: PanelSettings = { apiBase: '', socketBase: '' };
let pending: Promise<PanelSettings> | undefined;

/** Only an http(s) origin, with or without a path; anything else is taken as "the same origin". */
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
  // A host without the file serves the panel and the API together.
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
 * Where the API, the socket and, if they are kept there, the notifications are, read once from /config.json.
 * @throws where the file could not be asked for; the next call asks again
 */
export function loadSettings(): Promise<PanelSettings> {
  pending ??= load().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** The API's base as far as it is known by now; '' means the origin of the page. */
export function knownApiBase(): string {
  return loaded.apiBase;
}
