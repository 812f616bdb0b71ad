import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { useId } from 'react';
import { statusLabel } from '../../entities/report-status.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { contentReportsStrings as strings } from './content-reports.strings.ts';
import { type ContentReportsChoice, statusOf } from './content-reports.ts';

interface ContentReportsProps {
  readonly subject: Pick<ModerationSubject, 'subject' | 'contentReports'>;
  readonly onLeave: () => void;
}

/** The number of open reports of what an account published, as a link to them. */
export function ContentReports({ subject: { subject, contentReports }, onLeave }: ContentReportsProps) {
  if (!contentReports || contentReports.open === 0) return null;
  const search = `?${new URLSearchParams({ about: subject.itemId })}`;
  return (
    <TextLink to={{ pathname: '/admin/reports', search }} onClick={onLeave}>
      {strings.count(formatNumber(contentReports.open), formatNumber(contentReports.subjects))}
    </TextLink>
  );
}

interface CloseContentReportsProps {
  readonly choice: ContentReportsChoice;
  readonly outcome: DecideBody['outcome'] | null;
}

/** Offers to close the reports of what an account published, after the decision. */
export function CloseContentReports({ choice: { offered, isChosen, choose }, outcome }: CloseContentReportsProps) {
  const hintId = useId();
  if (!offered) return null;
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={strings.close(formatNumber(offered.open), formatNumber(offered.subjects))}
        checked={isChosen}
        aria-describedby={hintId}
        onChange={(event) => choose(event.target.checked)}
        className="min-h-8"
      />
      <p id={hintId} className="text-ink-muted text-sm empty:hidden">
        {isChosen && outcome && strings.closed(statusLabel(statusOf(outcome)))}
      </p>
    </div>
  );
}
