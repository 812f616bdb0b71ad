import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { successSchema } from '../lib/envelope.ts';
import {
  createPolicyBodySchema,
  policyParamsSchema,
  policyResponseSchema,
  policySchema,
  updatePolicyBodySchema,
} from './policies.schema.ts';

export const listPolicies = defineEndpoint({
  name: 'listPolicies',
  feature: 'policies',
  method: 'POST',
  path: '/api/admin/policies',
  access: 'admin',
  summary: 'All rules, those that are switched off included, the most severe first',
  mutates: false,
  response: successSchema(z.array(policySchema)),
});

export const createPolicy = defineEndpoint({
  name: 'createPolicy',
  feature: 'policies',
  method: 'POST',
  path: '/api/admin/policies/create',
  access: 'admin',
  summary: 'Add a rule',
  mutates: true,
  status: 201,
  body: createPolicyBodySchema,
  response: policyResponseSchema,
});

export const updatePolicy = defineEndpoint({
  name: 'updatePolicy',
  feature: 'policies',
  method: 'PUT',
  path: '/api/admin/policies/:key',
  access: 'admin',
  summary: 'Change a rule, or switch it on again; a stale version is rejected with the current rule',
  mutates: true,
  params: policyParamsSchema,
  body: updatePolicyBodySchema,
  response: policyResponseSchema,
});

export const disablePolicy = defineEndpoint({
  name: 'disablePolicy',
  feature: 'policies',
  method: 'DELETE',
  path: '/api/admin/policies/:key',
  access: 'admin',
  summary: 'Switch a rule off; it is never deleted, since decisions refer to it',
  mutates: true,
  params: policyParamsSchema,
  response: policyResponseSchema,
});
