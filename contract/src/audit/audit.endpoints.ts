import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import {
  auditFiltersSchema,
  listAuditActorsResponseSchema,
  listAuditEntriesBodySchema,
  listAuditEntriesResponseSchema,
} from './audit.schema.ts';

export const listAuditEntries = defineEndpoint({
  name: 'listAuditEntries',
  feature: 'audit',
  method: 'POST',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'The audit log, newest first, by filters and cursor',
  mutates: false,
  isHeavy: true,
  body: listAuditEntriesBodySchema,
  response: listAuditEntriesResponseSchema,
});

export const listAuditActors = defineEndpoint({
  name: 'listAuditActors',
  feature: 'audit',
  method: 'POST',
  path: '/api/admin/audit/actors',
  access: 'admin',
  summary: 'Administrators, also deleted ones, who have audit entries',
  mutates: false,
  response: listAuditActorsResponseSchema,
});

export const exportAuditEntries = defineEndpoint({
  name: 'exportAuditEntries',
  feature: 'audit',
  method: 'POST',
  path: '/api/admin/audit/export',
  access: 'admin',
  summary: 'The entries that meet the filters as one CSV file; who took it, and what, is an entry itself',
  mutates: true,
  body: auditFiltersSchema,
  response: z.string(),
  media: 'text/csv',
});
