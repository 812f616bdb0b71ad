import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { Action } from '../lib/actions.ts';
import type { AuditQuery } from './audit.filters.ts';
import { auditStrings as strings } from './audit.strings.ts';

/** Filters by the actor of an entry, or by its target. */
export const entryActions = ({ actor, target }: AuditEntry, onChoose: (change: Partial<AuditQuery>) => void) =>
  ({
    onlyActor: actor && {
      id: 'audit.onlyActor',
      label: strings.onlyActor(actor.name ?? actor.id),
      group: 'go',
      run: () => onChoose({ actorId: actor.id }),
    },
    onlyTarget: target && {
      id: 'audit.onlyTarget',
      label: strings.onlyTarget,
      group: 'go',
      run: () => onChoose({ targetId: target.id, targetType: target.type }),
    },
  }) satisfies Record<string, Action | null>;
