import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { fieldLabels, auditStrings as strings, valueLabels } from './audit.strings.ts';
import { formatExactTime } from './audit-time.ts';

export interface Change {
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const own = <Value>(labels: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

/** `author_id`, as in the tables, and `authorId`, as on the wire, are the same field; so are `_id` and `id`. */
const nameOf = (field: string): string =>
  field.replace(/^_/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return strings.noValue;
  if (Array.isArray(value) && value.length === 0) return strings.noValue;
  if (typeof value === 'boolean') return value ? strings.yes : strings.no;
  const labels = own(valueLabels, name) ?? {};
  if (Array.isArray(value) && value.every((item) => own(labels, String(item)))) {
    return value.map((item) => own(labels, String(item))).join(', ');
  }
  if (typeof value === 'number') return own(labels, String(value)) ?? String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (MOMENT.test(value)) return formatExactTime(value);
  return own(labels, value) ?? value;
}

/** The fields that differ between before and after, with labels. */
export function toChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field) => {
    const name = nameOf(field);
    const change = {
      field,
      label: own(fieldLabels, name) ?? field,
      before: formatValue(name, own(before ?? {}, field)),
      after: formatValue(name, own(after ?? {}, field)),
    };
    return change.before === change.after ? [] : change;
  });
}
