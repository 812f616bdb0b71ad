import * as z from 'zod/mini';

/** The settings of Firebase that the web SDK needs; nothing of them is secret. */
const firebaseWebSettingsSchema = z.object({
  databaseUrl: z.string(),
  projectId: z.string(),
  apiKey: z.string(),
  /** An emulator of Google's sign-in, for development and tests. */
  authEmulatorUrl: z.optional(z.string()),
});
export type FirebaseWebSettings = z.infer<typeof firebaseWebSettingsSchema>;

/** The response of GET /config.json; '' means the origin it was loaded from. */
export const panelSettingsSchema = z.object({
  apiBase: z._default(z.string(), ''),
  socketBase: z._default(z.string(), ''),
  /** The e-mail to write to about a forgotten password; an older file has none. */
  supportEmail: z.optional(z.string()),
  /** Where it is there, notifications are read from Firebase's realtime database. */
  firebase: z.optional(firebaseWebSettingsSchema),
});
export type PanelSettings = z.infer<typeof panelSettingsSchema>;
