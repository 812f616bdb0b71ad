import { type PanelSettings, panelSettingsSchema } from '@hai-dang/contract/panel-settings.ts';

const SAME_ORIGIN: PanelSettings = { apiBase: '', socketBase: '' };
let loaded = SAME_ORIGIN;
let pending: Promise<PanelSettings> | undefined;

/** Only an http(s) origin, with or without a path; anything else is taken as "the same origin". */
function cleanBase(base: string): string {
  return /^https?:\/\//i.test(base) ? base.replace(/\/+$/, '') : '';
}

async function load(): Promise<PanelSettings> {
  try {
    const response = await fetch('/config.json', { headers: { accept: 'application/json' } });
    const parsed = panelSettingsSchema.safeParse(await response.json());
    if (parsed.success) {
      const { apiBase, socketBase, ...others } = parsed.data;
      loaded = { ...others, apiBase: cleanBase(apiBase), socketBase: cleanBase(socketBase) };
      return loaded;
    }
  } catch {
    // A host without the file serves the panel and the API together.
  }
  return SAME_ORIGIN;
}

/** Where the API, the socket and, if they are kept there, the notifications are, read once from /config.json; never rejects. */
export function loadSettings(): Promise<PanelSettings> {
  pending ??= load();
  return pending;
}

/** The API's base as far as it is known by now; '' means the origin of the page. */
export function knownApiBase(): string {
  return loaded.apiBase;
}
