import { isOpenStatus } from '../../entities/report-status.tsx';
import type { Action } from '../../lib/actions.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { keepToastsAbove } from '../../ui/bottom-bar.ts';
import { classNames } from '../../ui/class-names.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';

/** The action of a status; `isChosen` for the one that the report has. */
type StatusAction = Action & { readonly status: string; readonly isChosen: boolean };

interface VerdictButtonsProps {
  readonly decide: Action;
  readonly statuses: readonly StatusAction[];
}

interface StatusButtonProps {
  readonly action: StatusAction;
  readonly showsKey?: boolean;
}

function StatusButton({ action: { status: _, isChosen, ...action }, showsKey = false }: StatusButtonProps) {
  return (
    <ActionButton
      showsKey={showsKey}
      action={action}
      size="sm"
      aria-pressed={isChosen}
      // The second press of a double click would be on the next report.
      onClick={(event) => event.detail < 2 && action.run?.()}
      className={classNames('min-w-0', isChosen && 'bg-sunken')}
    />
  );
}

/** A decision on the open report with one press, with its key; each keeps its place. */
export function VerdictButtons({ decide, statuses }: VerdictButtonsProps) {
  return (
    <div className="flex flex-col gap-2 max-lg:hidden">
      {decide.when && <ActionButton variant="primary" showsKey action={decide} />}
      <fieldset aria-label={strings.setStatus} className="grid min-w-0 grid-cols-2 gap-2">
        {statuses.map((action) => (
          <StatusButton key={action.id} showsKey action={action} />
        ))}
      </fieldset>
    </div>
  );
}

/** At the bottom of a narrow window, always in sight: what closes the report. The card has the other statuses. */
export function VerdictBar({ decide, statuses }: VerdictButtonsProps) {
  return (
    <section
      ref={keepToastsAbove}
      aria-label={strings.setStatus}
      className="sticky bottom-2 z-20 mt-auto grid grid-cols-3 gap-2 rounded-lg border border-line bg-raised p-2 shadow-pop lg:hidden"
    >
      {decide.when && <ActionButton variant="primary" size="sm" action={decide} className="min-w-0" />}
      {statuses
        .filter(({ status }) => !isOpenStatus(status))
        .map((action) => (
          <StatusButton key={action.id} action={action} />
        ))}
    </section>
  );
}
