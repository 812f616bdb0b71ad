import { ServerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { Callout } from '../ui/callout.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LoadingNote, Skeleton } from '../ui/loading.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useAccount } from './account.queries.ts';
import { accountStrings as strings } from './account.strings.ts';
import { PasswordSection } from './components/password-section.tsx';
import { PreferencesSection } from './components/preferences-section.tsx';
import { SecondFactorSection } from './components/second-factor-section.tsx';
import { SessionSection } from './components/session-section.tsx';
import { useSetUp } from './use-set-up.ts';
import { useSetUpRelease } from './use-set-up-release.ts';

export const heading = strings.title;

/** The administrator's own account: preferences, alerts, password, two-factor and sessions. */
export function AccountScreen({ alerts }: { readonly alerts: ReactNode }) {
  const query = useAccount();
  const account = query.data;
  const error = useStandingError('', query);
  const setUp = useSetUp();
  const isBarred = useSetUpRelease(query, setUp.secret !== undefined);
  const isReduced = isBarred || account?.mustSetUpSecondFactor === true;

  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader
        title={heading}
        note={
          <p className="wrap-anywhere min-h-5 min-w-0 basis-full text-ink-muted text-sm sm:basis-auto">
            {account && (
              <>
                <bdi>{account.username}</bdi> · <bdi>{account.email}</bdi>
              </>
            )}
          </p>
        }
      />
      {isReduced && (
        <Callout tone="amber" role="alert" className="flex flex-col gap-2">
          <p className="font-semibold">{strings.setUpFirst}</p>
          <p>{strings.setUpFirstHint}</p>
        </Callout>
      )}
      {account === null && <EmptyState icon={ServerOff} title={strings.unsupported} hint={strings.unsupportedHint} />}
      {account === undefined && error && (
        <ErrorState
          message={errorMessage(error, strings.loadFailed)}
          onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {account === undefined && !error && (
        <>
          <LoadingNote text={strings.loading} />
          <Skeleton className="h-64 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </>
      )}
      {account && (
        <>
          {!isReduced && <PreferencesSection />}
          {!isReduced && alerts}
          {!isReduced && <PasswordSection email={account.email} />}
          <SecondFactorSection account={account} setUp={setUp} />
          {!isReduced && <SessionSection email={account.email} />}
        </>
      )}
    </div>
  );
}
