import { z } from 'zod';
import type { Db } from './database.ts';

/** The row of app_meta that says this database was filled with demo data; its value holds {@link DemoLogins}. */
export const DEMO_DATA_KEY = 'demo_data';

const loginSchema = z.object({ email: z.string(), password: z.string() });
const demoLoginsSchema = z.object({ admin: loginSchema, user: loginSchema });
/** Made-up accounts with known passwords, printed at each start. */
export type DemoLogins = z.infer<typeof demoLoginsSchema>;

/** The demo accounts of this database, or null when it never was filled with demo data. */
export async function readDemoLogins(db: Db): Promise<DemoLogins | null> {
  const row = await db.selectFrom('app_meta').select('value').where('key', '=', DEMO_DATA_KEY).executeTakeFirst();
  return row ? demoLoginsSchema.parse(row.value) : null;
}
