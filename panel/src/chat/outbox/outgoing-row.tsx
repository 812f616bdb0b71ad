import { TriangleAlert } from 'lucide-react';
import type { MouseEvent } from 'react';
import { formatTime } from '../../lib/format.ts';
import { sharedStrings } from '../../lib/strings.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';
import { MessageBubble } from '../conversation/message-bubble.tsx';
import { MessageText } from '../conversation/message-text.tsx';
import { boxOf } from '../images/message-image.tsx';
import { useUploadProgress } from '../images/upload-progress.ts';
import { useIsConnected } from '../presence/use-is-connected.ts';
import { QuoteBlock } from '../quotes/quote-block.tsx';
import { outbox } from './browser-outbox.ts';
import type { ImageFacts, OutboxEntry } from './outbox-storage.ts';
import { unsentActions } from './unsent.actions.ts';
import { useOutgoingUrl } from './use-outgoing-url.ts';

/** The pressed element is about to be removed: moves the focus near it. */
function pressed(event: MouseEvent<HTMLElement>, act: () => void): void {
  event.currentTarget.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
  act();
}

/** The upload progress of an image, with a button to cancel it. */
function UploadState({ tempId }: { readonly tempId: string }) {
  const percent = useUploadProgress(tempId);
  return (
    <>
      {percent !== undefined && (
        <>
          <span
            role="progressbar"
            aria-label={strings.uploading}
            aria-valuenow={percent}
            className="h-2 w-24 self-center overflow-hidden rounded-full bg-line"
          >
            <span style={{ width: `${percent}%` }} className="block h-full bg-accent" />
          </span>
          <span aria-hidden="true" className="tabular-nums">
            {strings.percent(percent)}
          </span>
        </>
      )}
      <TextButton className="px-1" onClick={(event) => pressed(event, () => outbox.discard(tempId))}>
        {sharedStrings.cancel}
      </TextButton>
    </>
  );
}

function OutgoingImage({ tempId, size }: { readonly tempId: string; readonly size: ImageFacts }) {
  const url = useOutgoingUrl(tempId);
  return (
    <div style={boxOf(size)} className="my-1 max-w-full rounded-md bg-sunken">
      {url !== undefined && <img src={url} alt={strings.image} className="size-full rounded-md object-contain" />}
    </div>
  );
}

interface OutgoingRowProps {
  readonly entry: OutboxEntry;
  readonly isFirst: boolean;
  readonly onGoTo: (seq: number) => void;
}

/** A pending or failed text or image. */
export function OutgoingRow({ entry, isFirst, onGoTo }: OutgoingRowProps) {
  const isConnected = useIsConnected();
  const hasFailed = entry.error !== undefined;
  return (
    <MessageBubble
      isAdmin
      writer={strings.you}
      showsWriter={false}
      isFirst={isFirst}
      meta={
        hasFailed ? (
          <>
            <span className="inline-flex items-center gap-1 font-semibold text-red-ink">
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2} />
              {entry.error}
            </span>
            {unsentActions(entry.tempId).map(({ id, label, run }) => (
              <TextButton key={id} className="px-1" onClick={(event) => pressed(event, run)}>
                {label}
              </TextButton>
            ))}
          </>
        ) : (
          <>
            <time dateTime={new Date(entry.createdAt).toISOString()}>{formatTime(entry.createdAt)}</time>
            <span>{isConnected ? strings.sending : strings.sendingLater}</span>
            {entry.picture && <UploadState tempId={entry.tempId} />}
          </>
        )
      }
    >
      {entry.quote && <QuoteBlock quote={entry.quote} onGoTo={onGoTo} />}
      {entry.picture && <OutgoingImage tempId={entry.tempId} size={entry.picture} />}
      {entry.text !== '' && <MessageText text={entry.text} />}
    </MessageBubble>
  );
}
