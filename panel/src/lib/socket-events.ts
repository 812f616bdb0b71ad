import type { EventPayload, ToClientEvent } from '@hai-dang/contract/lib/event.ts';

type Handler = (payload: unknown) => void;

/** Who wants to hear of which event. */
export function createEventHandlers() {
  const handlers = new Map<string, { event: ToClientEvent; wanting: Set<Handler> }>();
  const complained = new Set<string>();

  return {
    /** @returns ends the subscription */
    on<E extends ToClientEvent>(event: E, handler: (payload: EventPayload<E>) => void): () => void {
      const entry = handlers.get(event.name) ?? { event, wanting: new Set<Handler>() };
      handlers.set(event.name, entry);
      // A function of its own for each subscription, so that the same handler may be given twice.
      const wanting: Handler = (payload) => handler(payload as EventPayload<E>);
      entry.wanting.add(wanting);
      return () => entry.wanting.delete(wanting);
    },

    /** Hands on what has come, parsed; what does not fit the contract is dropped, and logged the first time. */
    deliver(name: string, raw: unknown): void {
      const entry = handlers.get(name);
      if (!entry) return;
      const parsed = entry.event.payload.safeParse(raw);
      if (parsed.success) {
        for (const wanting of entry.wanting) wanting(parsed.data);
        return;
      }
      if (complained.has(name)) return;
      complained.add(name);
      // biome-ignore lint/suspicious/noConsole: nobody can be told on the screen of what they did not ask for
      console.warn(`The event ${name} does not fit the contract and is left out:`, parsed.error);
    },
  };
}
