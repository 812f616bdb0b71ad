import { RELATED_SHARED_MAX } from '@hai-dang/contract/constants.ts';
import type { RelatedAccount } from '@hai-dang/contract/users/related-accounts.schema.ts';
import { useEffect, useRef, useState } from 'react';
import { disabledText } from '../../entities/suspension.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { UserByline } from '../../entities/user-byline.tsx';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { bulkDialog } from '../../moderation/bulk/bulk.overlays.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';
import { useRelatedAccounts } from '../users.queries.ts';

/** So far before it is in sight it is fetched. */
const NEAR_PX = 200;
const NO_SELECTION: ReadonlySet<string> = new Set();
const ACTS = [
  { action: 'suspend', label: strings.suspendSelected },
  { action: 'disable', label: strings.disableSelected },
  { action: 'tag', label: strings.tagSelected },
] as const;

/** Accounts that have something in common with a user's, and what; fetched when the card is nearly in sight. */
export function RelatedAccounts({ userId }: { readonly userId: string }) {
  const end = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = end.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      {
        rootMargin: `${NEAR_PX}px`,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  const { data, error, isFetching, refetch } = useRelatedAccounts(userId, isNear);
  const [chosen, setChosen] = useState(NO_SELECTION);
  const ids = data?.accounts.flatMap(({ _id }) => (chosen.has(_id) ? [_id] : [])) ?? [];
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const isFailed = error !== null && data === undefined;

  return (
    <div ref={end} className="min-w-0">
      <Card title={strings.related}>
        {isFailed && !isUnauthorized(error) && (
          <InlineError message={strings.relatedFailed} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!data && !isFailed && (
          <>
            <LoadingNote text={strings.relatedLoading} />
            <Skeleton className="h-10 w-full" />
          </>
        )}
        {data?.accounts.length === 0 && <p className="text-ink-muted text-sm">{strings.noRelated}</p>}
        {data && data.accounts.length > 0 && (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {data.accounts.map((account) => (
                <Row
                  key={account._id}
                  account={account}
                  isChosen={chosen.has(account._id)}
                  onToggle={() => toggle(account._id)}
                />
              ))}
            </ul>
            {ids.length > 0 && <Acts ids={ids} onStarted={() => setChosen(NO_SELECTION)} />}
            <p className="text-ink-muted text-xs">
              {data.isCut && `${strings.relatedCut(formatNumber(data.accounts.length))} `}
              {strings.relatedHint(formatNumber(RELATED_SHARED_MAX))}
            </p>
          </>
        )}
      </Card>
    </div>
  );
}

interface ActsProps {
  readonly ids: readonly string[];
  readonly onStarted: () => void;
}

/** The actions on the chosen accounts, each after a confirmation that names them. */
function Acts({ ids, onStarted }: ActsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="mb-1 text-sm">{strings.relatedSelected(formatNumber(ids.length))}</legend>
      {ACTS.map(({ action, label }) => (
        <Button
          key={action}
          size="sm"
          variant={action === 'disable' ? 'danger-outline' : 'secondary'}
          onClick={() => bulkDialog.open({ action, target: { kind: 'users', ids }, name: '', onStarted })}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

interface RowProps {
  readonly account: RelatedAccount;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function Row({ account, isChosen, onToggle }: RowProps) {
  return (
    <li className="flex items-start gap-1 py-2">
      <Checkbox
        label={strings.selectRelated(account.username || userStrings.unknownUser)}
        checked={isChosen}
        onChange={onToggle}
        className="-ml-2 size-9 shrink-0 justify-center"
      >
        {null}
      </Checkbox>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <UserByline
          id={account._id}
          name={account.username}
          avatar={account.avatar}
          isVerified={account.xacMinhDanhTinh}
          isLinked
          size={32}
        >
          <bdi className="truncate text-ink-muted text-sm">{account.email}</bdi>
        </UserByline>
        <span className="flex flex-wrap gap-1">
          {account.vohieuhoa && (
            <Badge tone="red">
              <span title={disabledText(account.disabledUntil)} className="truncate">
                {disabledText(account.disabledUntil)}
              </span>
            </Badge>
          )}
          {account.relations.map((relation) => (
            <Badge key={relation}>{strings.relations[relation]}</Badge>
          ))}
        </span>
      </div>
    </li>
  );
}
