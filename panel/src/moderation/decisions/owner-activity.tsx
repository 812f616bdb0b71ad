import { useCallback, useId, useState } from 'react';
import { lazyCode } from '../../lib/lazy-code.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { useLazyComponent } from '../../ui/lazy-component.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { toast } from '../../ui/toast.ts';
import { decisionsStrings as strings } from './decisions.strings.ts';
import { Part } from './subject-facts.tsx';

const timeline = lazyCode(() => import('../timeline/user-timeline.tsx').then((module) => module.UserTimeline));

interface OwnerActivityProps {
  readonly userId: string;
  /** Called when a link leads to another screen. */
  readonly onLeave: () => void;
}

/** The owner's timeline, on request: its code and its entries are loaded then. */
export function OwnerActivity({ userId, onLeave }: OwnerActivityProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const onLoadFailed = useCallback(() => {
    setIsShown(false);
    toast.error(sharedStrings.menuLoadFailed);
  }, []);
  const Timeline = useLazyComponent(timeline, isShown, onLoadFailed);
  return (
    <Part title={strings.activity}>
      <TextButton
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setIsShown(!isShown)}
        className="self-start text-sm"
      >
        {isShown ? strings.hideActivity : strings.showActivity}
      </TextButton>
      {isShown && (
        <div id={id} className="max-h-80 overflow-y-auto rounded-lg border border-line">
          {Timeline ? <Timeline userId={userId} onLeave={onLeave} /> : <PageSpinner label={sharedStrings.loading} />}
        </div>
      )}
    </Part>
  );
}
