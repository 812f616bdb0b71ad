import { Callout } from '../../../ui/callout.tsx';
import type { FreshHold } from './use-fresh-hold.ts';

interface HeldNoticeProps {
  readonly hold: FreshHold;
  readonly text: string;
  readonly className?: string;
}

/** Says that a press was held. */
export function HeldNotice({ hold, text, className }: HeldNoticeProps) {
  return (
    <div role="status">
      {hold.isSaid && (
        <Callout tone="amber" className={className}>
          {text}
        </Callout>
      )}
    </div>
  );
}
