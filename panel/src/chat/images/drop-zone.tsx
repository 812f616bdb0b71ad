import { ImagePlus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { attachmentStrings as strings } from './attachment.strings.ts';
import { attachments } from './browser-attachments.ts';
import { useFileDrop } from './use-file-drop.ts';

interface DropZoneProps extends ComponentProps<'section'> {
  /** The receiver of dropped images. */
  readonly userId: string;
}

/** A section that accepts dropped images. */
export function DropZone({ userId, children, ...section }: DropZoneProps) {
  const { isOver, listeners } = useFileDrop((files) => void attachments.add(userId, files));
  return (
    <section {...section} {...listeners}>
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-0 z-20 flex flex-col items-center justify-center gap-2 bg-canvas/95 font-semibold text-accent-ink">
          <ImagePlus aria-hidden="true" className="size-8" strokeWidth={1.5} />
          {strings.drop}
        </div>
      )}
    </section>
  );
}
