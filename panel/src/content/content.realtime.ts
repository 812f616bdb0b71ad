import type { ContentRef } from '@hai-dang/contract/content/content.schema.ts';
import {
  casesChanged,
  reportAdded,
  reportChanged,
  reportRemoved,
} from '@hai-dang/contract/moderation/reports.events.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { hasFewPages } from '../lib/query-client.ts';
import type { PanelSocket } from '../lib/socket.ts';
import { detailKey, pagesWith, showContent } from './content.cache.ts';

/** Many events in a row cause one fetch of each text. */
const PAUSE_MS = 500;

/** The socket handlers of the content (app/realtime-bridge.tsx): what colleagues decide is marked, and what is reported. */
export function followContent(socket: Pick<PanelSocket, 'on' | 'onConnected'>, client: QueryClient): () => void {
  const waiting = new Map<string, ContentRef>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function refetch(ref: ContentRef): Promise<void> {
    // Loaded with the screens of content, the only ones that hold any.
    const { fetchContent } = await import('./content.api.ts');
    showContent(client, ref, await fetchContent(ref));
  }

  async function refresh(): Promise<void> {
    const refs = [...waiting.values()];
    waiting.clear();
    for (const ref of refs) {
      const isHeld = client.getQueryData(detailKey(ref)) !== undefined || pagesWith(client, ref).length > 0;
      // A failed fetch is repeated with the next event, or with the list.
      if (isHeld) await refetch(ref).catch(() => undefined);
    }
    timer = undefined;
    if (waiting.size > 0) later();
  }
  function later(): void {
    timer ??= setTimeout(() => void refresh(), PAUSE_MS);
  }
  const onSubject = ({ itemType, itemId }: SubjectRef): void => {
    if (itemType === 'User') return;
    waiting.set(`${itemType} ${itemId}`, { itemType, itemId });
    later();
  };
  const ends = [
    socket.on(reportAdded, onSubject),
    socket.on(reportChanged, onSubject),
    socket.on(reportRemoved, onSubject),
    socket.on(casesChanged, onSubject),
    socket.onConnected(() => {
      void client.refetchQueries({ queryKey: ['content'], type: 'active', predicate: hasFewPages });
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
