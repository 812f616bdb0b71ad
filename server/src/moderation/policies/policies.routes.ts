import {
  createPolicy,
  disablePolicy,
  listPolicies,
  updatePolicy,
} from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { PoliciesService } from './policies.service.ts';

export function registerPoliciesRoutes(mount: Mount, policies: PoliciesService): void {
  mount(listPolicies, async () => ({ success: true, data: await policies.listPolicies() }));

  mount(createPolicy, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã thêm quy tắc',
    data: await policies.createPolicy(body, caller, context),
  }));

  mount(updatePolicy, async ({ params, body, caller, context }) => ({
    success: true,
    message: 'Đã lưu quy tắc',
    data: await policies.updatePolicy(params.key, body, caller, context),
  }));

  mount(disablePolicy, async ({ params, caller, context }) => ({
    success: true,
    message: 'Đã tắt quy tắc',
    data: await policies.disablePolicy(params.key, caller, context),
  }));
}
