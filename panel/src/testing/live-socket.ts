import type { EventPayload, ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { onTestFinished } from 'vitest';

type Listener = ((event: { readonly data: string }) => void) | null;

const RealWebSocket = globalThis.WebSocket;
const opened = new Set<SocketOfTest>();
let isRefusing = false;

/** The browser's end of the panel's socket, with a server that accepts everyone and acknowledges everything. */
class SocketOfTest {
  onopen: Listener = null;
  onmessage: Listener = null;
  onclose: Listener = null;
  onerror: Listener = null;
  binaryType = 'blob';

  constructor() {
    setTimeout(() => {
      if (isRefusing) {
        this.close();
        return;
      }
      opened.add(this);
      this.onopen?.({ data: '' });
      this.receive(`0${JSON.stringify({ sid: 'engine', upgrades: [], pingInterval: 60_000, pingTimeout: 60_000 })}`);
    });
  }

  receive(data: string): void {
    this.onmessage?.({ data });
  }

  /** Packets of Socket.IO: 40 opens, 42 is an event, 43 its acknowledgement. */
  send(packet: string): void {
    const [, id] = /^42(\d+)\[/.exec(packet) ?? [];
    if (packet.startsWith('40')) setTimeout(() => this.receive('40{"sid":"socket"}'));
    else if (id !== undefined) setTimeout(() => this.receive(`43${id}[{"success":true}]`));
  }

  close(): void {
    opened.delete(this);
    setTimeout(() => this.onclose?.({ data: '' }));
  }
}

// The client keeps the constructor that it finds when it is loaded.
globalThis.WebSocket = new Proxy(RealWebSocket, {
  construct: (target, args: [string | URL, string[]?]) =>
    String(args[0]).includes('/socket.io/') ? new SocketOfTest() : new target(...args),
});

/** The panel's socket in a component test: import it before anything is rendered. */
export const liveSocket = {
  /** Sends an event to the panel. */
  send<E extends ToClientEvent>(event: E, payload: EventPayload<E>): void {
    for (const socket of opened) socket.receive(`42${JSON.stringify([event.name, payload])}`);
  },

  /**
   * Closes the socket and refuses further ones for the rest of the test, or until the call.
   * @returns accepts them again
   */
  cut(): () => void {
    isRefusing = true;
    const mend = () => {
      isRefusing = false;
    };
    onTestFinished(mend);
    for (const socket of opened) socket.close();
    return mend;
  },
};
