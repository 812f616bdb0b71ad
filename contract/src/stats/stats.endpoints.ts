import { defineEndpoint } from '../lib/endpoint.ts';
import { successSchema } from '../lib/envelope.ts';
import { dashboardStatsBodySchema, dashboardStatsSchema } from './stats.schema.ts';

/** Specification, section 2 (Dashboard). */
export const getDashboardStats = defineEndpoint({
  name: 'getDashboardStats',
  feature: 'stats',
  method: 'POST',
  path: '/api/admin/dashboard-stats',
  access: 'admin',
  summary: 'Totals, what is new in seven days and the daily trend',
  mutates: false,
  body: dashboardStatsBodySchema,
  response: successSchema(dashboardStatsSchema),
});
