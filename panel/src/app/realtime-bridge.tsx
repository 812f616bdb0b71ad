import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { repeatFailed } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { useSetUpRequirement } from '../lib/set-up-requirement.ts';
import { panelSocket } from '../lib/socket.ts';
import { untilLoaded } from '../lib/until-loaded.ts';
import { FOLLOWS, type Follow } from './realtime-handlers.ts';

type Load = () => Promise<{ readonly FOLLOWS: readonly Follow[] }>;

const reports: Load = () => import('./realtime-handlers-reports.ts');
const chat: Load = () => import('./realtime-handlers-chat.ts');

/** The handlers that change queries of one key alone, by its first part: loaded with the first such query. */
const WITH_QUERIES: Readonly<Record<string, Load>> = {
  reports,
  content: reports,
  appeals: reports,
  decisions: reports,
  chat,
  'canned-replies': chat,
};

/**
 * Starts the handlers of all features, some of them once their code is loaded; what is received until then waits, but not
 * for a load that has failed and is repeated.
 * @returns ends them
 */
function startHandlers(queryClient: QueryClient): () => void {
  const ends: (() => void)[] = [];
  let isOver = false;
  function start(follows: readonly Follow[]): void {
    if (!isOver) ends.push(...follows.map((follow) => follow(panelSocket, queryClient)));
  }

  const loads = new Set<Load>();
  async function startFor([feature]: QueryKey): Promise<void> {
    const load = WITH_QUERIES[String(feature)];
    if (!load || loads.has(load)) return;
    loads.add(load);
    const release = panelSocket.hold();
    const loaded = await load().catch(() => undefined);
    try {
      if (loaded) start(loaded.FOLLOWS);
    } finally {
      release();
    }
    if (loaded) return;
    start((await untilLoaded(load)).FOLLOWS);
    // They have missed events.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => WITH_QUERIES[String(queryKey[0])] === load });
  }

  start(FOLLOWS);
  // Whatever could not be fetched without a network.
  ends.push(panelSocket.onConnected(() => void repeatFailed(queryClient)));
  const cache = queryClient.getQueryCache();
  for (const { queryKey } of cache.getAll()) void startFor(queryKey);
  ends.push(
    cache.subscribe(({ type, query }) => {
      if (type === 'added') void startFor(query.queryKey);
    }),
  );
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** Keeps the socket open while the same administrator is signed in, and passes its events to the features. */
export function RealtimeBridge(): null {
  const queryClient = useQueryClient();
  const current = useSession();
  const token = current?.token;
  const adminId = current?.adminId;
  const isBarred = useSetUpRequirement() !== undefined;

  // First: what is received before its handlers are loaded waits for them.
  useEffect(() => startHandlers(queryClient), [queryClient]);

  useEffect(() => {
    if (token === undefined || isBarred) return;
    return panelSocket.open({ token, adminId });
  }, [token, adminId, isBarred]);

  return null;
}
