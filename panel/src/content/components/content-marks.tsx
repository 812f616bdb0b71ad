import type { ContentState } from '@hai-dang/contract/content/content.schema.ts';
import { formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { contentStrings as strings } from '../content.strings.ts';

interface ContentMarksProps {
  readonly state: ContentState;
  readonly openReports: number;
}

/** Says that content is reported, hidden or taken down; nothing where it is none of these. */
export function ContentMarks({ state, openReports }: ContentMarksProps) {
  return (
    <>
      {state === 'taken_down' && <Badge tone="red">{strings.states.taken_down}</Badge>}
      {state === 'hidden' && <Badge tone="amber">{strings.states.hidden}</Badge>}
      {openReports > 0 && <Badge tone="amber">{strings.reports(formatNumber(openReports))}</Badge>}
    </>
  );
}
