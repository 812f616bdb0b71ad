import { BULK_PERIODS } from '@hai-dang/contract/moderation/bulk.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { Brush, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { formatNumber } from '../../lib/format.ts';
import { bulkDialog } from '../../moderation/bulk/bulk.overlays.ts';
import { cleanUpDialog } from '../../moderation/clean-up/clean-up.overlays.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { postsStrings as strings } from '../posts.strings.ts';
import type { ContentSelection } from '../use-content-selection.ts';

const ACTIONS = {
  takeDown: {
    id: 'posts.takeDownSelected',
    label: strings.takeDownSelected,
    group: 'decide',
    icon: Trash2,
    isDangerous: true,
  },
  clear: { id: 'posts.clearSelection', label: strings.clearSelection, group: 'select' },
  cleanUp: { id: 'posts.cleanUp', label: strings.cleanUp, group: 'decide', icon: Brush },
} as const satisfies Record<string, ActionDefinition>;

interface SelectionBarProps {
  readonly user: Pick<UserDetail, '_id' | 'username' | 'isDisabled' | 'disabledUntil'>;
  readonly selection: ContentSelection;
}

/** Chooses all posts of a period, takes down what is chosen, and opens what ends a wave of spam. */
export function SelectionBar({ user, selection }: SelectionBarProps) {
  const bar = useRef<HTMLElement>(null);
  const { count, since, target, clear } = selection;
  const name = user.username || userStrings.unknownUser;
  function empty(): void {
    clear();
    // The pressed button is removed.
    bar.current?.querySelector('button')?.focus();
  }
  const openCleanUp = () =>
    cleanUpDialog.open({ userId: user._id, name, isDisabled: user.isDisabled && !user.disabledUntil });
  const [takeDown, clearing, cleanUp] = useActions([
    {
      ...ACTIONS.takeDown,
      when: target !== undefined,
      run: () => target && bulkDialog.open({ action: 'takedown', target, name, onStarted: empty }),
    },
    { ...ACTIONS.clear, when: target !== undefined, run: empty },
    { ...ACTIONS.cleanUp, run: openCleanUp },
  ]);
  return (
    <section
      ref={bar}
      aria-label={strings.selection}
      className="sticky top-14 z-10 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2"
    >
      <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
        <legend className="sr-only">{strings.selectPeriod}</legend>
        <span aria-hidden="true" className="text-ink-muted text-sm">
          {strings.select}
        </span>
        {BULK_PERIODS.map((period) => (
          <Button
            key={period}
            size="sm"
            variant={since === period ? 'primary' : 'secondary'}
            aria-pressed={since === period}
            onClick={() => selection.choose(period)}
          >
            {strings.periods[period]}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="min-w-0 flex-1 text-sm tabular-nums">
        {since ? strings.selectedPeriods[since] : count > 0 ? strings.selectedCount(formatNumber(count)) : ''}
      </p>
      {takeDown.when && <ActionButton size="sm" action={takeDown} />}
      {clearing.when && <ActionButton size="sm" variant="ghost" action={clearing} />}
      {!takeDown.when && <ActionButton size="sm" action={cleanUp} />}
    </section>
  );
}
