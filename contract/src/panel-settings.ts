import * as z from 'zod/mini';

/** What GET /config.json tells the panel; '' means the origin it was loaded from. */
export const panelSettingsSchema = z.object({
  apiBase: z._default(z.string(), ''),
  socketBase: z._default(z.string(), ''),
});
export type PanelSettings = z.infer<typeof panelSettingsSchema>;
