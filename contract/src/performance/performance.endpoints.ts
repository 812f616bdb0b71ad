import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { performancePeriodSchema, performanceResponseSchema } from './performance.schema.ts';

export const getPerformance = defineEndpoint({
  name: 'getPerformance',
  feature: 'performance',
  method: 'POST',
  path: '/api/admin/performance',
  access: 'admin',
  summary:
    'What waits now, and what was filed and decided in a period, by reason, rule and administrator, and how fast',
  mutates: false,
  body: performancePeriodSchema,
  response: performanceResponseSchema,
});

export const exportPerformance = defineEndpoint({
  name: 'exportPerformance',
  feature: 'performance',
  method: 'POST',
  path: '/api/admin/performance/export',
  access: 'admin',
  summary: 'The same numbers of a period as a CSV file; who took it is recorded in the audit log',
  mutates: true,
  body: performancePeriodSchema,
  response: z.string(),
  media: 'text/csv',
});
