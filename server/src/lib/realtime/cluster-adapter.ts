import { Adapter } from 'socket.io-adapter';
import type { NodeStream } from '../cluster/node-stream.ts';
import type { DeliverLocally, Namespace, Options, Packet } from './deliver-media.ts';

/** Under these names servers send each other what concerns the sockets of all. */
const BROADCAST = 'broadcast';
const DISCONNECT = 'disconnect-sockets';

const encode = ({ rooms, except = new Set(), flags = {} }: Options) => ({
  rooms: [...rooms],
  except: [...except],
  flags,
});
type EncodedOptions = ReturnType<typeof encode>;
const decode = ({ rooms, except, flags }: EncodedOptions): Options => ({
  rooms: new Set(rooms),
  except: new Set(except),
  flags,
});

/**
 * Makes sockets of all servers one: a server's own sockets are served first, and nothing ever waits for Redis.
 * @param deliver sends each event to this server's sockets, whichever server published it
 */
export function createClusterAdapter(stream: NodeStream, deliver: DeliverLocally) {
  return class ClusterAdapter extends Adapter {
    constructor(namespace: Namespace) {
      super(namespace);
      stream.subscribe(BROADCAST, (text) => {
        const { packet, options } = JSON.parse(text) as { packet: Packet; options: EncodedOptions };
        deliver(this, packet, decode(options));
      });
      stream.subscribe(DISCONNECT, (text) => {
        const { options, close } = JSON.parse(text) as { options: EncodedOptions; close: boolean };
        super.disconnectSockets(decode(options), close);
      });
    }

    override broadcast(packet: Packet, options: Options): void {
      // A volatile event does not wait for Redis to reconnect.
      if (!options.flags?.local && (!options.flags?.volatile || stream.isConnected())) {
        stream.publish(BROADCAST, JSON.stringify({ packet, options: encode(options) }));
      }
      deliver(this, packet, options);
    }

    override disconnectSockets(options: Options, close: boolean): void {
      if (!options.flags?.local) stream.publish(DISCONNECT, JSON.stringify({ options: encode(options), close }));
      super.disconnectSockets(options, close);
    }
  };
}
