import { reportClientError } from '@hai-dang/contract/client-errors/client-errors.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { ClientErrorsService } from './client-errors.service.ts';

export function registerClientErrorsRoutes(mount: Mount, clientErrors: ClientErrorsService): void {
  mount(reportClientError, async ({ body, caller, context }) => {
    await clientErrors.logClientError(body, caller, context);
    return { success: true };
  });
}
