import type { ReactNode } from 'react';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsForm } from './components/settings-form.tsx';
import { prefetchSettings, useModerationSettings } from './settings.queries.ts';
import { settingsStrings as strings } from './settings.strings.ts';

export const prefetch = prefetchSettings;
export const heading = strings.title;

/** The settings of moderation: the ladder, appeals, and what the system does by itself; below, the webhooks. */
export function SettingsScreen({ webhooks }: { readonly webhooks: ReactNode }) {
  const query = useModerationSettings();
  const error = useStandingError('', query);
  const settings = query.data;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader title={heading} />
      <p className="text-ink-muted text-sm">{strings.intro}</p>
      {settings === undefined && error && (
        <ErrorState
          message={errorMessage(error, strings.loadFailed)}
          onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {settings === undefined && !error && (
        <>
          <LoadingNote text={strings.loading} />
          <Skeleton className="h-64 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </>
      )}
      {settings && <SettingsForm settings={settings} />}
      {settings && webhooks}
    </div>
  );
}
