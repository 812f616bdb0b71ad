import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useMemo, useRef } from 'react';
import type { ViewerImage } from '../../ui/image-viewer.ts';
import { RefreshImage, useImageRefresh } from '../../ui/use-image.ts';
import { useImageViewer } from '../../ui/use-image-viewer.ts';
import { conversationStrings as strings } from '../conversation/conversation.strings.ts';

type ViewImage = (message: ChatMessage) => void;

const ViewImageContext = createContext<ViewImage>(() => undefined);

interface ConversationImagesProps {
  readonly messages: readonly ChatMessage[];
  /** Refetches the messages around the one with this image URL. */
  readonly onExpired: (url: string) => void;
  readonly children: ReactNode;
}

const toViewerImage = ({ _id, content, caption }: ChatMessage): ViewerImage => ({
  key: _id,
  src: content,
  alt: caption?.trim() ? caption : strings.image,
});

/** Lets its children open the viewer with all loaded images of the conversation. */
export function ConversationImages(props: ConversationImagesProps) {
  return (
    <RefreshImage value={useImageRefresh(props.onExpired)}>
      <Viewable {...props} />
    </RefreshImage>
  );
}

function Viewable({ messages, children }: ConversationImagesProps) {
  const images = useMemo(() => messages.filter(({ type }) => type === 'image').map(toViewerImage), [messages]);
  const open = useImageViewer(images);
  const latest = useRef({ images, open });
  useLayoutEffect(() => {
    latest.current = { images, open };
  });
  const view = useCallback<ViewImage>(
    ({ _id }) => latest.current.open(latest.current.images.findIndex(({ key }) => key === _id)),
    [],
  );
  return <ViewImageContext value={view}>{children}</ViewImageContext>;
}

/** @returns a stable function that shows a message's image in the viewer */
export function useViewImage(): ViewImage {
  return useContext(ViewImageContext);
}
