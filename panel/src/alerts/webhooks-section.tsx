import type { Webhook, WebhookWithSecret } from '@hai-dang/contract/alerts/webhooks.schema.ts';
import { WEBHOOKS_MAX } from '@hai-dang/contract/constants.ts';
import { useRef, useState } from 'react';
import { errorMessage, isCancelled, isUnauthorized } from '../lib/api-error.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { ConfirmMessage } from '../ui/confirm-message.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LoadingNote, Skeleton } from '../ui/loading.tsx';
import { toast } from '../ui/toast.ts';
import { WebhookDialog } from './components/webhook-dialog.tsx';
import { WebhookRow } from './components/webhook-row.tsx';
import { useWebhookChanges, useWebhooks } from './webhooks.queries.ts';
import { webhooksStrings as strings } from './webhooks.strings.ts';

/** Shows the secret of a webhook once, in the app's one dialog. */
function useShowSecret(): (made: WebhookWithSecret) => void {
  const confirm = useConfirm();
  return ({ secret }) =>
    void confirm({
      title: strings.secretTitle,
      message: (
        <div className="flex flex-col gap-4">
          <p>{strings.secretHint}</p>
          <p className="wrap-anywhere rounded-md bg-sunken p-3 font-mono text-ink">
            <span className="sr-only">{strings.secret}: </span>
            {secret}
          </p>
          <CopyButton text={secret} label={strings.copySecret} />
        </div>
      ),
      confirmLabel: strings.secretSaved,
      mustConfirm: true,
    });
}

/** The actions on one webhook. */
function useRowActions(changes: ReturnType<typeof useWebhookChanges>, onRemoved: () => void) {
  const confirm = useConfirm();
  const showSecret = useShowSecret();

  /** Shows why it failed. */
  async function attempt(work: () => Promise<unknown>, failed: string, done?: string): Promise<void> {
    try {
      await work();
      if (done !== undefined) toast.success(done);
    } catch (error) {
      if (!isUnauthorized(error) && !isCancelled(error)) toast.error(errorMessage(error, failed));
    }
  }

  return {
    test: ({ _id }: Webhook) =>
      attempt(() => changes.test({ params: { id: _id } }), strings.testFailed, strings.testing),

    switchOver: ({ _id: id, url, kinds, isEnabled, version }: Webhook) =>
      attempt(
        () => changes.update({ params: { id }, body: { url, kinds, isEnabled: !isEnabled, version } }),
        strings.saveFailed,
        isEnabled ? strings.pausedNow : strings.resumed,
      ),

    async renew({ _id, url }: Webhook): Promise<void> {
      let made: WebhookWithSecret | undefined;
      await confirm({
        title: strings.renew,
        message: <ConfirmMessage question={strings.renewQuestion} name={url} consequence={strings.renewConsequence} />,
        confirmLabel: strings.renew,
        run: async () => {
          made = (await changes.renew({ params: { id: _id } })).data;
        },
        explain: (error) => errorMessage(error, strings.renewFailed),
      });
      if (made) showSecret(made);
    },

    async remove({ _id, url }: Webhook): Promise<void> {
      const isDone = await confirm({
        title: strings.removeTitle,
        message: (
          <ConfirmMessage question={strings.removeQuestion} name={url} consequence={strings.removeConsequence} />
        ),
        confirmLabel: strings.remove,
        tone: 'danger',
        run: () => changes.remove(_id),
        explain: (error) => errorMessage(error, strings.removeFailed),
      });
      if (!isDone) return;
      toast.success(strings.removed);
      onRemoved();
    },
  };
}

/** The webhooks of the settings: addresses that get alerts. */
export function WebhooksSection() {
  const query = useWebhooks();
  const error = useStandingError('', query);
  const webhooks = query.data;
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<{ readonly webhook: Webhook | undefined }>();
  const changes = useWebhookChanges();
  const actions = useRowActions(changes, () => heading.current?.focus());
  const showSecret = useShowSecret();
  const isFull = (webhooks?.length ?? 0) >= WEBHOOKS_MAX;

  return (
    <Card size="lg" title={strings.title} headingRef={heading}>
      <p className="max-w-prose text-ink-muted text-sm">{strings.intro}</p>
      {webhooks === null && <EmptyState title={strings.unsupported} />}
      {webhooks === undefined && error && (
        <ErrorState
          message={errorMessage(error, strings.loadFailed)}
          onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {webhooks === undefined && !error && (
        <>
          <LoadingNote text={strings.loading} />
          <Skeleton className="h-14 w-full" />
        </>
      )}
      {webhooks?.length === 0 && <EmptyState title={strings.empty} hint={strings.emptyHint} />}
      {webhooks && webhooks.length > 0 && (
        <ul aria-label={strings.title} className="flex flex-col">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook._id}
              webhook={webhook}
              onTest={() => void actions.test(webhook)}
              onEdit={() => setEdited({ webhook })}
              onSwitch={() => void actions.switchOver(webhook)}
              onRenew={() => void actions.renew(webhook)}
              onRemove={() => void actions.remove(webhook)}
            />
          ))}
        </ul>
      )}
      {webhooks && (
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={isFull} onClick={() => setEdited({ webhook: undefined })}>
            {strings.add}
          </Button>
          {isFull && <span className="text-ink-muted text-sm">{strings.full}</span>}
        </div>
      )}
      {edited && (
        <WebhookDialog
          webhook={edited.webhook}
          changes={changes}
          onClose={() => setEdited(undefined)}
          onCreated={showSecret}
        />
      )}
    </Card>
  );
}
