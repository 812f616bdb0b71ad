import type { EventInput, EventPayload, ToClientEvent, ToServerEvent } from '@hai-dang/contract/lib/event.ts';

/** Packets of Engine.IO and Socket.IO (their protocols 4 and 5). */
const OPEN = `0${JSON.stringify({ sid: 'test', upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1e6 })}`;
const CONNECT = '40';
const EVENT = /^42(\d*)(\[.*)$/s;

type Answer = (payload: unknown) => unknown;

interface Received {
  readonly name: string;
  readonly payload: unknown;
}

let open: SocketSubstitute | undefined;
let isCut = false;
let received: Received[] = [];
const answers = new Map<string, Answer>();

/** Takes the place of WebSocket for the panel's socket; all others stay real. */
class SocketSubstitute extends EventTarget {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  binaryType = 'blob';

  constructor() {
    super();
    queueMicrotask(() => {
      if (isCut) this.fail();
      else this.succeed();
    });
  }

  private succeed(): void {
    open = this;
    this.onopen?.();
    this.deliver(OPEN);
  }

  private fail(): void {
    this.onerror?.({});
    this.close();
  }

  deliver(data: string): void {
    this.onmessage?.({ data });
  }

  send(data: string): void {
    queueMicrotask(() => this.answer(data));
  }

  private answer(data: string): void {
    if (data.startsWith(CONNECT)) this.deliver(`${CONNECT}{"sid":"test"}`);
    const [, id = '', packet] = EVENT.exec(data) ?? [];
    if (packet === undefined) return;
    const [name, payload] = JSON.parse(packet) as [string, unknown];
    received.push({ name, payload });
    if (id === '') return;
    const acknowledgement = answers.get(name)?.(payload) ?? { success: true };
    this.deliver(`43${id}${JSON.stringify([acknowledgement])}`);
  }

  close(): void {
    if (open === this) open = undefined;
    queueMicrotask(() => this.onclose?.({ code: 1006, reason: '' }));
  }
}

const RealWebSocket = globalThis.WebSocket;
// For the whole file: the client remembers what it finds when it is loaded.
globalThis.WebSocket = new Proxy(RealWebSocket, {
  construct: (target, args: [string]) =>
    String(args[0]).includes('/socket.io/') ? new SocketSubstitute() : new target(...args),
});

/** The other end of the panel's socket in the page, without a server. Each test begins with `start`. */
export const pageSocket = {
  start(): void {
    isCut = false;
    received = [];
    answers.clear();
  },

  /** Sends an event to the panel; its payload is checked by the contract's schema. */
  emit<E extends ToClientEvent>(event: E, payload: EventPayload<E>): void {
    if (!open) throw new Error(`no socket is open for ${event.name}`);
    open.deliver(`42${JSON.stringify([event.name, event.payload.parse(payload)])}`);
  },

  /** Acknowledges an event in place of `{ success: true }`; `{ error, code }` rejects it. */
  answer<E extends ToServerEvent>(event: E, answer: (payload: EventInput<E>) => unknown): void {
    answers.set(event.name, answer as Answer);
  },

  /** The payloads of an event that the panel has sent. */
  received: <E extends ToServerEvent>(event: E): EventInput<E>[] =>
    received.filter(({ name }) => name === event.name).map(({ payload }) => payload as EventInput<E>),

  /** Closes the connection, and rejects others until it is mended. */
  cut(): void {
    isCut = true;
    open?.close();
  },

  mend(): void {
    isCut = false;
  },
};
