import { z } from 'zod';
import type { Db } from '../lib/db/database.ts';

/** The row of app_meta that says this database was filled with demo data; its value holds {@link DemoLogins}. */
export const DEMO_DATA_KEY = 'demo_data';

/** These passwords are public. They are here, not in demo/, because a server without demo/ rejects them too. */
export const DEMO_ADMIN_LOGIN = { email: 'admin@example.com', password: 'quan-tri-hai-dang' };
export const DEMO_USER_LOGIN = { email: 'mai.nguyen@example.com', password: 'nguoi-dung-hai-dang' };

const loginSchema = z.object({ email: z.string(), password: z.string() });
const demoLoginsSchema = z.object({ admin: loginSchema, user: loginSchema });
/** Made-up accounts with known passwords, printed at each start. */
export type DemoLogins = z.infer<typeof demoLoginsSchema>;

/** The demo accounts of this database, or null when it was never filled with demo data. */
export async function findDemoLogins(db: Db): Promise<DemoLogins | null> {
  const row = await db.selectFrom('app_meta').select('value').where('key', '=', DEMO_DATA_KEY).executeTakeFirst();
  return row ? demoLoginsSchema.parse(row.value) : null;
}
