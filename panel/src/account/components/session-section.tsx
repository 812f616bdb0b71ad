import type { OwnSession } from '@hai-dang/contract/account/account.schema.ts';
import { useRef } from 'react';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { authErrorMessage } from '../../lib/auth-error-message.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card } from '../../ui/card.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConfirmMessage } from '../../ui/confirm-message.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { toast } from '../../ui/toast.ts';
import { useEndOtherSessions, useEndSession } from '../account.mutations.ts';
import { useOwnSessions } from '../account.queries.ts';
import { accountStrings as strings } from '../account.strings.ts';
import { SessionRow } from './session-row.tsx';

const END_OTHERS = {
  id: 'account.endOtherSessions',
  label: strings.endOthers,
  group: 'decide',
  isDangerous: true,
} as const satisfies ActionDefinition;

/** The sessions of the account, each of which can be ended. */
export function SessionSection({ email }: { readonly email: string }) {
  const query = useOwnSessions();
  const error = useStandingError('', query);
  const sessions = query.data;
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const { mutateAsync: end } = useEndSession();
  const { mutateAsync: endAll } = useEndOtherSessions();
  const confirm = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);

  async function onEnd({ id, device, address }: OwnSession): Promise<void> {
    const isDone = await confirm({
      title: strings.endTitle,
      message: (
        <ConfirmMessage
          question={strings.endQuestion}
          name={device}
          consequence={<bdi className="wrap-anywhere">{strings.endConsequence(address)}</bdi>}
        />
      ),
      confirmLabel: strings.endTitle,
      tone: 'danger',
      run: () => end(id),
      explain: (error) => authErrorMessage(error, strings.endFailed),
    });
    if (!isDone) return;
    toast.success(strings.ended(device));
    heading.current?.focus();
  }

  async function onEndOthers(): Promise<void> {
    let ended = 0;
    const isDone = await confirm({
      title: strings.endOthers,
      message: (
        <ConfirmMessage
          question={strings.endOthersQuestion}
          name={email}
          consequence={strings.endOthersConsequence(others)}
        />
      ),
      confirmLabel: strings.endOthers,
      tone: 'danger',
      run: async () => {
        ended = (await endAll({})).ended;
      },
      explain: (error) => authErrorMessage(error, strings.endFailed),
    });
    if (!isDone) return;
    toast.success(strings.endedOthers(ended));
    heading.current?.focus();
  }

  const [endOthers] = useActions([{ ...END_OTHERS, when: others > 0, run: () => void onEndOthers() }]);
  return (
    <Card size="lg" title={strings.sessions} headingRef={heading}>
      <p className="max-w-prose text-ink-muted text-sm">{strings.sessionsHint}</p>
      {error && !sessions && (
        <ErrorState
          message={errorMessage(error, strings.sessionsFailed)}
          onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!error && !sessions && (
        <div className="flex flex-col gap-3">
          <LoadingNote text={strings.sessionsLoading} />
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {sessions?.length === 0 && <EmptyState title={strings.noSessions} />}
      {sessions && sessions.length > 0 && (
        <ul aria-label={strings.sessions} className="flex flex-col">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => void onEnd(session)} />
          ))}
        </ul>
      )}
      {endOthers.when && <ActionButton action={endOthers} className="self-start" />}
    </Card>
  );
}
