import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { policyActionsText, SeverityBadge } from '../../../entities/policy.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { policiesStrings as strings } from '../policies.strings.ts';

interface PolicyConflictProps {
  /** The rule as another administrator has changed it. */
  readonly theirs: Policy;
  /** Called with the choice: their rule, or what was typed. */
  readonly onSettle: (isTheirs: boolean) => void;
}

/** Shows what another administrator has made of the rule, and asks which of both stays. */
export function PolicyConflict({ theirs, onSettle }: PolicyConflictProps) {
  return (
    <EditConflict title={strings.conflict} onSettle={onSettle}>
      <p className="wrap-anywhere font-semibold">
        <bdi>{theirs.title}</bdi>
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {theirs.text}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SeverityBadge severity={theirs.severity} />
        {strings.points(theirs.points, theirs.expiresDays)}
        {!theirs.isEnabled && <Badge>{strings.off}</Badge>}
      </p>
      <p>{policyActionsText(theirs)}</p>
    </EditConflict>
  );
}
