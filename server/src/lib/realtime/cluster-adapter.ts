import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Adapter } from 'socket.io-adapter';
import type { NodeStream } from '../cluster/node-stream.ts';
import type { DeliverLocally, Namespace, Options, Packet } from './deliver-media.ts';

/** Of the inside of Socket.IO: what one server's adapter tells those of the others. */
const BROADCAST = 3;
const DISCONNECT_SOCKETS = 6;

/** An event as it comes from another server. */
interface BroadcastMessage {
  type: typeof BROADCAST;
  data: { packet: Packet; opts: ReturnType<typeof encode> };
}

const encode = ({ rooms, except = new Set(), flags = {} }: Options) => ({
  rooms: [...rooms],
  except: [...except],
  flags,
});
const decode = ({ rooms, except, flags }: ReturnType<typeof encode>): Options => ({
  rooms: new Set(rooms),
  except: new Set(except),
  flags,
});

/**
 * Makes sockets of all servers one: @socket.io/redis-streams-adapter, except that a server's own sockets are told first
 * and nothing ever waits for Redis.
 * @param deliver gives each event to this server's sockets, wherever it comes from
 */
export function createClusterAdapter(stream: NodeStream, deliver: DeliverLocally) {
  const createStreamsAdapter = createAdapter(asRedisClient(stream));
  // Socket.IO calls it with `new`, which an arrow function does not take.
  return function adapterOf(namespace: Namespace): Adapter {
    const adapter = createStreamsAdapter(namespace);

    adapter.broadcast = async (packet: Packet, options: Options) => {
      // What is of use only now does not wait for Redis to come back.
      if (!options.flags?.local && (!options.flags?.volatile || stream.isFlowing())) {
        const named = { ...packet, nsp: namespace.name };
        publish({ type: BROADCAST, data: { packet: named, opts: encode(options) } });
      }
      deliver(adapter, packet, options);
    };

    adapter.disconnectSockets = async (options: Options, close: boolean) => {
      if (!options.flags?.local) publish({ type: DISCONNECT_SOCKETS, data: { opts: encode(options), close } });
      Adapter.prototype.disconnectSockets.call(adapter, options, close);
    };

    // Protected, hence by its name: what other servers tell comes in by it.
    const onMessage = adapter['onMessage'];
    adapter['onMessage'] = (message, offset) => {
      if (Number(message.type) !== BROADCAST) {
        onMessage.call(adapter, message, offset);
        return;
      }
      const { packet, opts } = (message as unknown as BroadcastMessage).data;
      deliver(adapter, packet, decode(opts));
    };

    const publish = (message: object) =>
      void adapter.doPublish({ ...message, uid: adapter['uid'], nsp: namespace.name } as never);
    return adapter;
  };
}

/**
 * What the adapter asks of a client of the `redis` package, over a stream that keeps order, bounds what waits and knows
 * where it was read up to. What the adapter sends by channels (questions to all servers) is not used here.
 */
function asRedisClient(stream: NodeStream) {
  let last: string | undefined;
  /** By these the adapters of this server sign: what they have written comes back, and would be decoded to be dropped. */
  const ownUids = new Set<string | undefined>();
  return {
    // By this the adapter knows the package.
    sSubscribe: () => undefined,
    xAdd(_key: string, _id: string, fields: Record<string, string>): Promise<string> {
      ownUids.add(fields['uid']);
      stream.write(fields);
      return Promise.resolve('');
    },
    duplicate: () => ({
      sSubscribe: () => undefined,
      on: () => undefined,
      connect: () => Promise.resolve(),
      subscribe: () => Promise.resolve(),
      disconnect: () => undefined,
      async xRead() {
        // The adapter handles what it is given before it asks again.
        if (last !== undefined) stream.passed(last);
        const entries = await stream.read();
        last = entries.at(-1)?.id;
        const others = entries.filter(({ fields }) => !ownUids.has(fields['uid']));
        return others.length === 0 ? null : [{ messages: others.map(({ id, fields }) => ({ id, message: fields })) }];
      },
    }),
  };
}
