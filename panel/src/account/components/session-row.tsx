import type { OwnSession } from '@hai-dang/contract/account/account.schema.ts';
import type { ActionDefinition } from '../../lib/actions.ts';
import { formatDateTimeShort } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { accountStrings as strings } from '../account.strings.ts';

interface SessionRowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

const endAction = ({ device, address }: OwnSession) =>
  ({
    id: 'account.endSession',
    label: strings.endSessionOf(device, address),
    group: 'decide',
  }) as const satisfies ActionDefinition;

/** One session. The current one is ended by signing out. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { device, address, createdAt, lastUsedAt, isCurrent } = session;
  return (
    <li className="flex items-start gap-2 border-line border-b py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">
          <bdi>{device}</bdi> {isCurrent && <Badge tone="green">{strings.isCurrent}</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-muted text-sm">
          <bdi>{address}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-4 text-ink-muted text-sm">
          <span>
            {strings.lastUsed} <time dateTime={lastUsedAt}>{formatDateTimeShort(lastUsedAt)}</time>
          </span>
          <span>
            {strings.signedInAt} <time dateTime={createdAt}>{formatDateTimeShort(createdAt)}</time>
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={endAction(session).label} onClick={onEnd}>
          {strings.endSession}
        </Button>
      )}
    </li>
  );
}
