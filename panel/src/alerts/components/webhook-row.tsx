import type { Webhook, WebhookDelivery } from '@hai-dang/contract/alerts/webhooks.schema.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { webhooksStrings as strings } from '../webhooks.strings.ts';

const TONES = { pending: 'amber', delivered: 'green', failed: 'red' } as const;

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onTest: () => void;
  readonly onEdit: () => void;
  readonly onSwitch: () => void;
  readonly onRenew: () => void;
  readonly onRemove: () => void;
}

function DeliveryLine({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { event, state, status, error, attempts, createdAt } = delivery;
  const outcome = status === null ? error && (strings.errors[error] ?? error) : strings.status(status);
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <Badge tone={TONES[state]}>{strings.states[state]}</Badge>
      <span>{strings.events[event] ?? event}</span>
      <time dateTime={createdAt} className="text-ink-muted tabular-nums">
        {formatDateTimeShort(createdAt)}
      </time>
      {outcome && <span className="text-ink-muted">{outcome}</span>}
      {attempts > 1 && <span className="text-ink-muted">{strings.attempts(formatNumber(attempts))}</span>}
    </li>
  );
}

/** One webhook with what can be done with it, and how its last deliveries went. */
export function WebhookRow({ webhook, onTest, onEdit, onSwitch, onRenew, onRemove }: WebhookRowProps) {
  const { url, kinds, isEnabled, deliveries } = webhook;
  const actions = [
    ...(isEnabled ? [[strings.test, onTest] as const] : []),
    [strings.edit, onEdit] as const,
    [isEnabled ? strings.pause : strings.resume, onSwitch] as const,
    [strings.renew, onRenew] as const,
  ];
  return (
    <li className="flex flex-col gap-3 border-line border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">
          <bdi>{url}</bdi> {!isEnabled && <Badge tone="amber">{strings.paused}</Badge>}
        </p>
        <p className="text-ink-muted text-sm">{kinds.map((kind) => strings.kindNames[kind]).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {actions.map(([label, run]) => (
          <Button key={label} size="sm" aria-label={strings.of(label, url)} onClick={run}>
            {label}
          </Button>
        ))}
        <Button size="sm" variant="danger-outline" aria-label={strings.of(strings.remove, url)} onClick={onRemove}>
          {strings.remove}
        </Button>
      </div>
      {deliveries.length === 0 ? (
        <p className="text-ink-muted text-sm">{strings.noDeliveries}</p>
      ) : (
        <ul aria-label={strings.of(strings.deliveries, url)} className="flex flex-col gap-1.5">
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery._id} delivery={delivery} />
          ))}
        </ul>
      )}
    </li>
  );
}
