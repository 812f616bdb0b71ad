import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import type { ViewerImage } from '../../ui/image-viewer.store.ts';
import { RefreshImage, useImageRefresh } from '../../ui/use-image.ts';
import { useImageViewer } from '../../ui/use-image-viewer.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

type ViewPicture = (message: ChatMessage) => void;

const ViewPictureContext = createContext<ViewPicture>(() => undefined);

interface ConversationPicturesProps {
  readonly messages: readonly ChatMessage[];
  /** Loads again the messages around the one that has named an image by this URL. */
  readonly onExpired: (url: string) => void;
  readonly children: ReactNode;
}

const toViewerImage = ({ _id, content, caption }: ChatMessage): ViewerImage => ({
  key: _id,
  src: content,
  alt: caption?.trim() ? caption : strings.image,
});

/** Lets what stands inside open the viewer with all images of the conversation that have been loaded. */
export function ConversationPictures(props: ConversationPicturesProps) {
  return (
    <RefreshImage value={useImageRefresh(props.onExpired)}>
      <Viewable {...props} />
    </RefreshImage>
  );
}

function Viewable({ messages, children }: ConversationPicturesProps) {
  const images = useMemo(() => messages.filter(({ type }) => type === 'image').map(toViewerImage), [messages]);
  const open = useImageViewer(images);
  const latest = useRef({ images, open });
  useLayoutEffect(() => {
    latest.current = { images, open };
  });
  const view = useCallback<ViewPicture>(
    ({ _id }) => latest.current.open(latest.current.images.findIndex(({ key }) => key === _id)),
    [],
  );
  return <ViewPictureContext value={view}>{children}</ViewPictureContext>;
}

/** @returns a stable function that shows a message's image in the viewer */
export function useViewPicture(): ViewPicture {
  return useContext(ViewPictureContext);
}
