import { classNames } from '../../ui/class-names.ts';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { conversationStrings as strings } from './conversation.strings.ts';

const WIDTHS = ['w-48', 'w-64', 'w-40', 'w-36', 'w-44', 'w-60'] as const;

/** Placeholder of loading messages. */
export function MessageSkeletons() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-4 py-3">
      <LoadingNote text={strings.loading} />
      {WIDTHS.map((width, index) => (
        <Skeleton
          key={width}
          className={classNames('h-9 max-w-full rounded-xl', width, index % 3 === 2 && 'self-end')}
        />
      ))}
    </div>
  );
}
