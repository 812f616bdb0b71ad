import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { QuickContent, QuickReport, QuickUser } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';

export const toQuickUser = ({ _id, username, email, avatar, role }: UserSummary): QuickUser => ({
  _id,
  username,
  email,
  avatar,
  role,
});

export const toQuickReport = ({ _id, itemType, reason, status, subject }: ListedReport): QuickReport => ({
  _id,
  itemType,
  reason,
  status,
  title: subject?.title ?? null,
  ownerName: subject?.owner.name ?? null,
});

export const toQuickContent = ({ _id, itemType, title, excerpt, author, state }: ListedContent): QuickContent => ({
  _id,
  itemType,
  title,
  excerpt,
  authorName: author.username,
  state,
});
