import { reportClientError } from '@hai-dang/contract/client-errors/client-errors.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { Log } from '../lib/logger.ts';
import { createClientErrorsService } from './client-errors.service.ts';

export function registerClientErrorsRoutes(mount: Mount, { log }: { log: Log }): void {
  const clientErrors = createClientErrorsService(log);
  mount(reportClientError, async ({ body, caller, context }) => {
    await clientErrors.logClientError(body, caller, context);
    return { success: true };
  });
}
