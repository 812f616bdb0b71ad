import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { attachmentStrings as strings } from './attachment.strings.ts';
import type { Attachment, Chosen } from './attachments.ts';
import { attachments } from './browser-attachments.ts';

const KILOBYTE_BYTES = 1024;
const MEGABYTE_BYTES = 1024 * 1024;

function sizeLabel(bytes: number): string {
  if (bytes < MEGABYTE_BYTES) return strings.kilobytes(String(Math.max(1, Math.round(bytes / KILOBYTE_BYTES))));
  return strings.megabytes((bytes / MEGABYTE_BYTES).toFixed(1).replace('.', ','));
}

/** The pressed element is about to be removed: moves the focus near it. */
function focusNear(event: MouseEvent<HTMLElement>): void {
  const item = event.currentTarget.closest('li');
  const near = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = near?.querySelector('button') ?? event.currentTarget.closest('form')?.querySelector('textarea');
  target?.focus();
}

function Thumbnail({ image }: { readonly image: Attachment }) {
  const { url, name, bytes } = image;
  return (
    <>
      <img src={url} alt="" decoding="async" className="size-10 shrink-0 rounded-md bg-sunken object-cover" />
      <span className="min-w-0 flex-1 text-xs">
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span className="text-ink-muted">{sizeLabel(bytes.size)}</span>
      </span>
    </>
  );
}

interface AttachmentTrayProps {
  readonly userId: string;
  readonly chosen: Chosen;
}

/** The attached images, and the rejected files. */
export function AttachmentTray({ userId, chosen }: AttachmentTrayProps) {
  const { attachments: images, rejections, isReading, isSending } = chosen;
  const isEmpty = rejections.length === 0 && images.length === 0;
  return (
    <>
      <p role="status" className="sr-only">
        {isReading ? strings.reading : strings.count(images.length)}
      </p>
      {!isEmpty && (
        <div className="flex max-h-40 flex-col gap-2 overflow-y-auto pb-2">
          {rejections.length > 0 && (
            <div className="flex items-start gap-2 rounded-lg bg-red-soft pl-3 text-red-ink text-sm">
              <div role="alert" className="min-w-0 flex-1 py-2">
                <ul>
                  {rejections.map(({ key, name, reason }) => (
                    <li key={key} className="[overflow-wrap:anywhere]">
                      {strings.rejected(name, reason)}
                    </li>
                  ))}
                </ul>
              </div>
              <IconButton
                icon={X}
                size="sm"
                label={strings.closeRejected}
                onClick={(event) => {
                  focusNear(event);
                  attachments.dropRejections(userId);
                }}
              />
            </div>
          )}
          {images.length > 0 && (
            <ul aria-label={strings.chosen} className="flex flex-wrap gap-2">
              {images.map((image) => (
                <li
                  key={image.key}
                  className="flex w-64 max-w-full items-center gap-2 rounded-lg border border-line p-1"
                >
                  <Thumbnail image={image} />
                  <IconButton
                    icon={X}
                    size="sm"
                    label={strings.remove(image.name)}
                    disabled={isSending}
                    onClick={(event) => {
                      focusNear(event);
                      attachments.remove(userId, image.key);
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
