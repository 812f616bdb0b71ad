import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { Flag } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { postsStrings as strings } from '../posts.strings.ts';

/** How often a post was reported, linked to its reports; nothing where it was not, or where the backend does not say. */
export function ReportedMark({ reports }: Pick<Post, 'reports'>) {
  if (!reports) return null;
  const { total, open, reportId } = reports;
  const mark = (
    <Badge tone={open > 0 ? 'red' : 'neutral'} icon={Flag}>
      {strings.reported(formatNumber(total))}
      {open > 0 && ` · ${strings.reportedOpen(formatNumber(open))}`}
    </Badge>
  );
  if (reportId === null) return mark;
  return (
    <Link to={`/admin/reports/${encodeURIComponent(reportId)}`} className="self-start rounded-full hover:underline">
      {mark}
    </Link>
  );
}
