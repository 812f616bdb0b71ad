import type { LadderStep, Settings } from '@hai-dang/contract/moderation/settings.schema.ts';
import { policySeverities } from '../../../entities/policy.tsx';
import { formatNumber, labelIn } from '../../../lib/format.ts';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { settingsStrings as strings } from '../settings.strings.ts';

const stepText = ({ points, suspendDays }: LadderStep): string =>
  strings.stepOf(
    formatNumber(points),
    suspendDays === null ? strings.disable : strings.suspendFor(formatNumber(suspendDays)),
  );

const dueText = (hours: number, index: number): string =>
  strings.dueHoursOf(labelIn(policySeverities, String(index + 1)), formatNumber(hours));

interface SettingsConflictProps {
  /** The settings as another administrator has changed them. */
  readonly theirs: Settings;
  /** Called with the choice: their settings, or what was typed. */
  readonly onSettle: (isTheirs: boolean) => void;
}

/** Shows what another administrator has made of the settings, and asks which of both stays. */
export function SettingsConflict({ theirs, onSettle }: SettingsConflictProps) {
  const ladder = theirs.ladder.map(stepText).join(' · ') || strings.noLadder;
  return (
    <EditConflict title={strings.conflict} onSettle={onSettle}>
      <ul className="flex list-disc flex-col gap-0.5 pl-5">
        <li className="wrap-anywhere">{strings.ladderOf(ladder)}</li>
        <li>{strings.dueOf(theirs.dueHours.map(dueText).join(' · '))}</li>
        <li>{strings.appealsOf(formatNumber(theirs.appealDays), formatNumber(theirs.appealDueHours))}</li>
        <li>{strings.sealingIs(theirs.isSealingOn)}</li>
        <li>{strings.hidingIs(theirs.isHidingOn, formatNumber(theirs.hidingReporters))}</li>
      </ul>
    </EditConflict>
  );
}
