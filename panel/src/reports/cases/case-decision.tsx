import {
  REPORT_STATUSES,
  type ReportItemType,
  type ReportStatus,
} from '@hai-dang/contract/reports/report-fields.schema.ts';
import type { ReportDetail } from '@hai-dang/contract/reports/reports.schema.ts';
import { useState } from 'react';
import { itemTypeLabel } from '../../entities/report-labels.ts';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConfirmMessage } from '../../ui/confirm-message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { type OpenReports, useSetCaseStatus } from '../detail/report-detail.mutations.ts';
import { reportDetailStrings as strings } from '../detail/report-detail.strings.ts';
import { subjectNameOf } from '../detail/report-subject.ts';
import type { ReportNote } from '../detail/use-report-note.ts';

const OPTIONS = REPORT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

interface CaseDecisionProps {
  readonly report: ReportDetail;
  readonly itemType: ReportItemType;
  readonly itemId: string;
  readonly open: OpenReports;
  readonly note: ReportNote;
}

/** Sets the status of all open reports of one subject, after a confirmation with their number. */
export function CaseDecision({ report, itemType, itemId, open, note }: CaseDecisionProps) {
  const confirm = useConfirm();
  const [status, setStatus] = useState<ReportStatus>('resolved');
  const setCase = useSetCaseStatus(itemType, itemId);

  /** @returns the current open reports, if they differ from the expected ones */
  async function ask(expected: OpenReports, hasChanged: boolean): Promise<OpenReports | undefined> {
    const count = formatNumber(expected.open);
    const isConfirmed = await confirm({
      title: strings.setCaseTitle,
      message: (
        <div className="flex flex-col gap-2">
          {hasChanged && <p className="font-semibold">{strings.setCaseChanged(count)}</p>}
          <ConfirmMessage
            question={strings.setCaseQuestion(count, statusLabel(status))}
            name={subjectNameOf(report) || itemTypeLabel(itemType)}
            consequence={strings.setCaseConsequence}
          />
        </div>
      ),
      confirmLabel: strings.setCaseConfirm,
    });
    if (!isConfirmed) return undefined;
    const openNow = await setCase.mutateAsync({ status, expected, note: note.text.trim() });
    if (openNow === undefined) note.sent(note.text);
    return openNow;
  }

  async function onPress(): Promise<void> {
    let expected: OpenReports | undefined = open;
    // Other failures have shown a message by then.
    for (let round = 0; expected !== undefined && expected.open > 0; round += 1) {
      expected = await ask(expected, round > 0).catch(() => undefined);
    }
    if (expected?.open === 0) toast.info(strings.setCaseNone);
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={strings.setCase(formatNumber(open.open))}
        options={OPTIONS}
        value={status}
        onChange={(event) => {
          const chosen = REPORT_STATUSES.find((known) => known === event.target.value);
          if (chosen) setStatus(chosen);
        }}
        className="flex-1"
      />
      <Button onClick={() => void onPress()} pending={setCase.isPending}>
        {strings.setCaseConfirm}
      </Button>
    </div>
  );
}
