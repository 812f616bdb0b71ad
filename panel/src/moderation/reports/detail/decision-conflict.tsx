import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useRef } from 'react';
import { heldBy } from '../../../entities/holder.ts';
import { statusLabel } from '../../../entities/report-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { reportsStrings } from '../reports.strings.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { ReportDecisions } from './use-report-decisions.tsx';

interface DecisionConflictProps {
  readonly report: ReportDetail;
  readonly conflict: ReportDecisions['conflict'];
}

/**
 * Another administrator has changed the report meanwhile, or handles it: names the administrator, shows the current status,
 * and offers to do it all the same.
 */
export function DecisionConflict({ report, conflict }: DecisionConflictProps) {
  const place = useRef<HTMLDivElement>(null);
  // The buttons are removed after the press; the focus stays here.
  const leave = (run: () => void) => () => {
    run();
    place.current?.focus({ preventScroll: true });
  };
  if (!conflict) return <div ref={place} tabIndex={-1} className="-mb-4 outline-none" />;
  // Each version but the first has an entry in the history, which may not have been refetched yet.
  const isKnown = report.historyCount + 1 >= report.version;
  const by = (isKnown ? report.history?.[0]?.actor?.username : undefined) ?? strings.someone;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Callout tone="amber" size="lg" role="alert" className="flex flex-col gap-2">
        <p className="wrap-anywhere font-semibold">
          <bdi>{conflict.holder === undefined ? strings.conflict(by) : heldBy(conflict.holder)}</bdi>
        </p>
        <p>{strings.conflictState(statusLabel(report.status), conflict.label)}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={leave(conflict.again)}>
            {reportsStrings.applyAgain}
          </Button>
          <Button size="sm" onClick={leave(conflict.dismiss)}>
            {strings.dismiss}
          </Button>
        </div>
      </Callout>
    </div>
  );
}
