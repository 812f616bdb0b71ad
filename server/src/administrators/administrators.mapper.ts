import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { SessionSummary } from '../auth/sessions.ts';
import type { InvitationRow } from './invitations.store.ts';

/** An administrator as it crosses the wire. */
export const toAdministrator = (
  { _id, username, email, avatar, vohieuhoa, disabledUntil, createdAt }: UserSummary,
  sessions: SessionSummary | undefined,
  hasSecondFactor: boolean,
): Administrator => ({
  _id,
  state: vohieuhoa ? 'disabled' : 'active',
  email,
  username,
  avatar,
  until: disabledUntil ?? null,
  lastUsedAt: sessions?.lastUsedAt?.toISOString() ?? null,
  sessions: sessions?.count ?? 0,
  hasSecondFactor,
  invitedBy: null,
  createdAt,
});

/** An invitation as a row of the list of administrators. */
export const toInvited = (row: InvitationRow): Administrator => ({
  _id: row.id,
  state: 'invited',
  email: row.email,
  username: null,
  avatar: null,
  until: row.expires_at.toISOString(),
  lastUsedAt: null,
  sessions: 0,
  hasSecondFactor: false,
  invitedBy: row.invited_by_name,
  createdAt: row.created_at.toISOString(),
});
