import type { Report } from '@hai-dang/contract/moderation/reports.schema.ts';

/** Calls on one report run one after the other, and each sends the version that the previous one returned. */
const lastCalls = new Map<string, Promise<unknown>>();
/** A change whose version was evicted counts as another administrator's. */
const OWN_VERSIONS_KEPT = 500;
const ownVersions = new Map<string, number>();

/** Runs a call on a report after those before it. */
export function runSerially<Value>(id: string, call: () => Promise<Value>): Promise<Value> {
  const result = (lastCalls.get(id) ?? Promise.resolve()).then(call, call);
  lastCalls.set(id, result);
  const forget = () => {
    if (lastCalls.get(id) === result) lastCalls.delete(id);
  };
  result.then(forget, forget);
  return result;
}

/**
 * The version that a decision on a report as shown sends: own later changes count as seen; 0 where there are no
 * versions.
 */
export function expectedVersion({ _id, version }: Pick<Report, '_id' | 'version'>): number {
  return version && Math.max(version, ownVersions.get(_id) ?? 0);
}

/** Stores the version that an own change has set. */
export function rememberVersion({ _id, version }: Pick<Report, '_id' | 'version'>): void {
  if (!version) return;
  ownVersions.delete(_id);
  ownVersions.set(_id, version);
  const [oldest] = ownVersions.keys();
  if (ownVersions.size > OWN_VERSIONS_KEPT && oldest !== undefined) ownVersions.delete(oldest);
}

/** Whether another administrator has changed a report since `seen`. */
export function isChangedByOther(seen: Report, now: Report | undefined): boolean {
  // The event of an own change may arrive before the response.
  if (now === undefined || lastCalls.has(now._id)) return false;
  return now.version > expectedVersion(seen);
}
