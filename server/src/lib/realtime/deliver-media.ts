import type { ToClientEvent } from '@hai-dang/contract/lib/event.ts';
import { Adapter } from 'socket.io-adapter';
import type { MediaUrls } from '../media/media-urls.ts';

export type Namespace = ConstructorParameters<typeof Adapter>[0];
export type Packet = Parameters<Adapter['broadcast']>[0];
export type Options = Parameters<Adapter['broadcast']>[1];

/** Gives an event to the sockets of this server alone. */
export type DeliverLocally = (adapter: Adapter, packet: Packet, options: Options) => void;

interface DeliveryOptions {
  events: readonly ToClientEvent[];
  media: Pick<MediaUrls, 'publicUrl' | 'holdsMedia' | 'withUrls'>;
  /** How the client of a socket has reached this server. */
  baseOf: (socketId: string) => string;
}

/**
 * Events travel between the servers with image paths as rows hold them, which become URLs where they are delivered. An
 * event is encoded once; without PUBLIC_URL, one with image paths is encoded once for each base URL that its receivers
 * have connected by.
 */
export function createDelivery({ events, media, baseOf }: DeliveryOptions): DeliverLocally {
  const schemas = new Map(
    events.flatMap(({ name, payload }) => (media.holdsMedia(payload) ? [[name, payload] as const] : [])),
  );

  return (adapter, packet, options) => {
    const broadcast = (data: unknown, to: Options) =>
      Adapter.prototype.broadcast.call(adapter, { ...packet, data }, to);
    const [name, payload] = packet.data as [string, unknown];
    const schema = schemas.get(name);
    if (!schema) return broadcast(packet.data, options);
    if (media.publicUrl) return broadcast([name, media.withUrls(schema, payload, media.publicUrl)], options);
    for (const [base, ids] of byBase(receivers(adapter, options), baseOf)) {
      broadcast([name, media.withUrls(schema, payload, base)], { ...options, rooms: ids, except: new Set() });
    }
  };
}

/** The ids of the sockets of this server that are in any of the rooms and in none of those excepted. */
function receivers({ rooms }: Adapter, options: Options): Set<string> {
  const idsOf = (names: Iterable<string>) => [...names].flatMap((name) => [...(rooms.get(name) ?? [])]);
  const ids = new Set(idsOf(options.rooms));
  for (const id of idsOf(options.except ?? [])) ids.delete(id);
  return ids;
}

/** Each socket is in a room of its own, which has its id for a name. */
function byBase(ids: Iterable<string>, baseOf: (id: string) => string): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const id of ids) {
    const base = baseOf(id);
    const group = groups.get(base) ?? new Set();
    groups.set(base, group.add(id));
  }
  return groups;
}

/** The adapter where there is only this server. */
export function createLocalAdapter(deliver: DeliverLocally) {
  return class LocalAdapter extends Adapter {
    override broadcast(packet: Packet, options: Options): void {
      deliver(this, packet, options);
    }
  };
}
