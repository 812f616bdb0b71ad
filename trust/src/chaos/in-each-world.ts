import type { Outcome, ScenarioContext } from '../scenario.ts';
import { joined } from './outcomes.ts';
import { DATABASE_KINDS, type DatabaseKind, NO_POSTGRESQL, openWorld, type World } from './world.ts';

/** Runs `work` for the embedded database and, in parallel, for an external one, if there is one. */
export async function inEachKind(work: (kind: DatabaseKind) => Promise<Outcome>): Promise<Outcome> {
  const ended = await Promise.allSettled(DATABASE_KINDS.map(work));
  const outcomes = new Map<string, Outcome>();
  for (const [index, kind] of DATABASE_KINDS.entries()) {
    const result = ended[index];
    if (result?.status === 'fulfilled') outcomes.set(kind, result.value);
    else outcomes.set(kind, { tried: 'aborted', seen: 'nothing', fell: [String(result?.reason)] });
  }
  if (!DATABASE_KINDS.includes('external')) outcomes.set('external', { tried: 'skipped', seen: NO_POSTGRESQL });
  return joined(outcomes);
}

/** The same with a world of each type. */
export const inEachWorld = (context: ScenarioContext, work: (world: World) => Promise<Outcome>): Promise<Outcome> =>
  inEachKind(async (kind) => work(await openWorld(context, { kind })));
