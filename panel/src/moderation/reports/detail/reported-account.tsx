import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { UserRecord } from '../../record/user-record.tsx';
import { UserActivity } from '../../timeline/user-timeline.tsx';

interface ReportedAccountProps {
  readonly account: Pick<UserDetail, '_id' | 'disabledUntil'>;
}

/** Shows what is known of a reported account, below the evidence. */
export function ReportedAccount({ account }: ReportedAccountProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <UserRecord user={account} />
      <UserActivity userId={account._id} group="moderation" />
      <UserActivity userId={account._id} group="content" />
    </div>
  );
}
