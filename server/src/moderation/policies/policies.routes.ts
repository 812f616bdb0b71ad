import * as endpoints from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { createPolicy, disablePolicy, listPolicies, updatePolicy } from './policies.ts';

export function registerPoliciesRoutes(mount: Mount): void {
  mount(endpoints.listPolicies, async ({ ctx }) => ({ success: true, data: await listPolicies(ctx) }));

  mount(endpoints.createPolicy, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã thêm quy tắc',
    data: await createPolicy(ctx, body),
  }));

  mount(endpoints.updatePolicy, async ({ ctx, params, body }) => ({
    success: true,
    message: 'Đã lưu quy tắc',
    data: await updatePolicy(ctx, params.key, body),
  }));

  mount(endpoints.disablePolicy, async ({ ctx, params }) => ({
    success: true,
    message: 'Đã tắt quy tắc',
    data: await disablePolicy(ctx, params.key),
  }));
}
