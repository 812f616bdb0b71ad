import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useRef } from 'react';
import { useImageViewer } from '../ui/image-viewer.tsx';
import { toViewerImage } from './viewer-image.ts';

type ViewPicture = (message: ChatMessage) => void;

const ViewPictureContext = createContext<ViewPicture>(() => undefined);

interface ConversationPicturesProps {
  readonly messages: readonly ChatMessage[];
  readonly children: ReactNode;
}

/** Lets what stands inside open the viewer with all pictures of the conversation that have been read. */
export function ConversationPictures({ messages, children }: ConversationPicturesProps) {
  const open = useImageViewer();
  const latest = useRef(messages);
  useLayoutEffect(() => {
    latest.current = messages;
  }, [messages]);
  const view = useCallback<ViewPicture>(
    (message) => {
      const all = latest.current.filter(({ type }) => type === 'image');
      const index = all.findIndex(({ _id }) => _id === message._id);
      if (index < 0) open([toViewerImage(message)]);
      else open(all.map(toViewerImage), index);
    },
    [open],
  );
  return <ViewPictureContext value={view}>{children}</ViewPictureContext>;
}

/** @returns a stable function that shows a message's picture in the viewer */
export function useViewPicture(): ViewPicture {
  return useContext(ViewPictureContext);
}
