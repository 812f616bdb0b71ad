import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';

/** The id in a field that holds it, or an object with it. */
function idIn(value: unknown): string | undefined {
  const id: unknown = value instanceof Object ? Reflect.get(value, '_id') : value;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Whose account or text a report is of. An older backend does not say so: then it is known of an account, and of a text
 * that comes with its author.
 */
export function reportedAccountId({
  accountId,
  itemType,
  reportedItem,
}: Pick<Report, 'accountId' | 'itemType' | 'reportedItem'>): string | undefined {
  if (accountId) return accountId;
  if (itemType === 'User') return idIn(reportedItem);
  return reportedItem instanceof Object ? (idIn(reportedItem['author']) ?? idIn(reportedItem['user'])) : undefined;
}
