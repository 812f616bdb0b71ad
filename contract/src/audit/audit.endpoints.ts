import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import {
  auditFiltersSchema,
  listAuditActorsAnswerSchema,
  listAuditEntriesAnswerSchema,
  listAuditEntriesBodySchema,
} from './audit.schema.ts';

export const listAuditEntries = defineEndpoint({
  name: 'listAuditEntries',
  method: 'POST',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'The audit log, newest first, by filters and cursor',
  changes: false,
  body: listAuditEntriesBodySchema,
  answer: listAuditEntriesAnswerSchema,
});

export const listAuditActors = defineEndpoint({
  name: 'listAuditActors',
  method: 'POST',
  path: '/api/admin/audit/actors',
  access: 'admin',
  summary: 'Administrators, also deleted ones, who have audit entries',
  changes: false,
  answer: listAuditActorsAnswerSchema,
});

export const exportAuditEntries = defineEndpoint({
  name: 'exportAuditEntries',
  method: 'POST',
  path: '/api/admin/audit/export',
  access: 'admin',
  summary: 'All entries that meet the filters as one CSV file; who took it, and what, is an entry itself',
  changes: true,
  body: auditFiltersSchema,
  answer: z.string(),
  media: 'text/csv',
});
