import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { useRef } from 'react';
import { statusLabel } from '../../entities/report.strings.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { reportsStrings } from '../reports.strings.ts';
import { reportDetailStrings as strings } from './report-detail.strings.ts';
import type { ReportDecisions } from './use-report-decisions.tsx';

interface RefusedDecisionProps {
  readonly report: ReportDetail;
  readonly refused: ReportDecisions['refused'];
}

/** Another administrator was faster: who, how the report stands now, and a way to do it all the same. */
export function RefusedDecision({ report, refused }: RefusedDecisionProps) {
  const place = useRef<HTMLDivElement>(null);
  // The buttons go with what they are pressed for; the focus stays here.
  const leave = (run: () => void) => () => {
    run();
    place.current?.focus({ preventScroll: true });
  };
  if (!refused) return <div ref={place} tabIndex={-1} className="-mb-4 outline-none" />;
  // Each version but the first has a line in the history, which may not have been read again yet.
  const isTold = report.historyCount + 1 >= report.version;
  const by = (isTold ? report.history?.[0]?.actor?.username : undefined) ?? strings.someone;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Callout tone="amber" size="lg" role="alert" className="flex flex-col gap-2">
        <p className="wrap-anywhere font-semibold">
          <bdi>{strings.conflict(by)}</bdi>
        </p>
        <p>{strings.conflictState(statusLabel(report.status), refused.label)}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={leave(refused.again)}>
            {reportsStrings.applyAgain}
          </Button>
          <Button size="sm" onClick={leave(refused.dismiss)}>
            {strings.dismiss}
          </Button>
        </div>
      </Callout>
    </div>
  );
}
