import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { entryActions } from '../audit.actions.ts';
import type { AuditQuery } from '../audit.filters.ts';
import { reasonLabels, auditStrings as strings } from '../audit.strings.ts';
import { type Change, toChanges } from '../audit-changes.ts';

const reasonText = (code: string): string =>
  Object.hasOwn(reasonLabels, code) ? `${reasonLabels[code]} (${code})` : code;

function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">{strings.changes}</caption>
      <thead className="text-ink-muted text-xs">
        <tr>
          {[strings.field, strings.before, strings.after].map((title) => (
            <th key={title} scope="col" className="py-1 pr-3 font-semibold last:pr-0">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field} className="border-line border-t align-top *:py-1 *:pr-3 *:last:pr-0">
            <th scope="row" className="wrap-anywhere font-semibold">
              {label}
            </th>
            <td className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{before}</bdi>
            </td>
            <td className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{after}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface AuditEntryDetailsProps {
  readonly entry: AuditEntry;
  readonly tabIndex: number;
  readonly onChoose: (change: Partial<AuditQuery>) => void;
}

/** The changes of an entry, and its origin. */
export function AuditEntryDetails({ entry, tabIndex, onChoose }: AuditEntryDetailsProps) {
  const { target, reason } = entry;
  const { onlyTarget } = entryActions(entry, onChoose);
  const changes = toChanges(entry);
  const facts: ReadonlyArray<readonly [label: string, value: string | undefined]> = [
    [strings.reason, reason === null ? undefined : reasonText(reason)],
    [strings.targetId, target?.id],
    [strings.address, entry.address],
    [strings.requestId, entry.requestId],
  ];
  return (
    <div className="flex flex-col gap-3 bg-sunken px-3 py-3 sm:px-4">
      {changes.length > 0 && <ChangeTable changes={changes} />}
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label} className="flex min-w-0 gap-2">
                <dt className="shrink-0 text-ink-muted">{label}</dt>
                <dd className="wrap-anywhere min-w-0">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {onlyTarget && <ActionButton size="sm" tabIndex={tabIndex} className="self-start" action={onlyTarget} />}
    </div>
  );
}
