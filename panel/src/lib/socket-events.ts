import type { EventPayload, KeyedEvent, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import type * as z from 'zod/mini';
import { untilLoaded } from './until-loaded.ts';

type Received = ToClientEvent | KeyedEvent;
type PayloadOf<E extends Received> = E extends ToClientEvent ? EventPayload<E> : z.output<E['payload']>;
type Handler = (payload: unknown) => void;
type Legacy = Pick<typeof import('../legacy/events.ts'), 'normaliseEvent'>;

/** Runs `work`: an error in one feature must not keep events and connections from the others. */
export function orReport(work: () => void): void {
  try {
    work();
  } catch (error) {
    reportError(error);
  }
}

/** The event handlers, by event name. */
export function createEventHandlers() {
  const handlers = new Map<string, { event: Received; listeners: Set<Handler> }>();
  const warnedEvents = new Set<string>();
  let legacy: Legacy | undefined;
  /** Events that wait for the legacy normalisers; later events queue behind them to keep their order. */
  let pending: Promise<void> | undefined;
  /** The events received while the code of more handlers is being loaded, in the order of receipt. */
  const held: (() => void)[] = [];
  let holds = 0;

  /** @returns false if the payload does not match the contract */
  function dispatch(name: string, raw: unknown): boolean {
    const entry = handlers.get(name);
    const parsed = entry?.event.payload.safeParse(raw);
    if (!entry || !parsed?.success) return false;
    for (const listener of entry.listeners) orReport(() => listener(parsed.data));
    return true;
  }

  /**
   * Normalises a payload that does not match the contract, as of a legacy backend; one that cannot be normalised is
   * dropped, and logged once.
   */
  async function dispatchLegacy(name: string, raw: unknown): Promise<void> {
    legacy ??= await untilLoaded(() => import('../legacy/events.ts'));
    const event = legacy.normaliseEvent(name, raw);
    if ((event && dispatch(event.name, event.payload)) || !handlers.has(name) || warnedEvents.has(name)) return;
    warnedEvents.add(name);
    // biome-ignore lint/suspicious/noConsole: the user did not request the event, so no message is shown on the screen
    console.warn(`The event ${name} does not fit the contract and is left out.`);
  }

  /** Runs `work` at once, or after what was received before and is held. */
  function unlessHeld(work: () => void): void {
    if (holds > 0) held.push(work);
    else work();
  }

  function pass(name: string, raw: unknown): void {
    if (!handlers.has(name) && !legacy) return;
    if (!pending && dispatch(name, raw)) return;
    const before = pending ?? Promise.resolve();
    const own = before
      .then(() => (dispatch(name, raw) ? undefined : dispatchLegacy(name, raw)))
      // A payload that breaks the normalisers must not keep back the events behind it.
      .catch(() => undefined)
      .then(() => {
        if (pending === own) pending = undefined;
      });
    pending = own;
  }

  return {
    /** @returns ends the subscription */
    on<E extends Received>(event: E, handler: (payload: PayloadOf<E>) => void): () => void {
      const entry = handlers.get(event.name) ?? { event, listeners: new Set<Handler>() };
      handlers.set(event.name, entry);
      // A new function for each subscription, so that the same handler can be registered twice.
      const listener: Handler = (payload) => handler(payload as PayloadOf<E>);
      entry.listeners.add(listener);
      return () => entry.listeners.delete(listener);
    },

    /** Parses received events and passes them on in the order of receipt. */
    deliver: (name: string, raw: unknown): void => unlessHeld(() => pass(name, raw)),

    unlessHeld,

    /**
     * Keeps back what is received, for handlers whose code is being loaded.
     * @returns passes it on
     */
    hold(): () => void {
      holds += 1;
      return () => {
        holds -= 1;
        if (holds === 0) for (const work of held.splice(0)) orReport(work);
      };
    },
  };
}
