import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { attachmentStrings as strings } from './attachment.strings.ts';
import { attachments } from './browser-attachments.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Opens the browser's file dialog for images. */
export function AttachmentButton({ userId }: { readonly userId: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        onChange={({ currentTarget }) => {
          void attachments.add(userId, [...(currentTarget.files ?? [])]);
          // Allows the same file to be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      <IconButton icon={ImagePlus} label={strings.choose} onClick={() => input.current?.click()} />
    </>
  );
}
