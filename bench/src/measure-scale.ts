import { measureNotifications } from './scale-notifications.ts';
import { measureOnline } from './scale-online.ts';

/** The walls of docs/scale.md that were moved, each with what shows it. */
const WALLS = [measureNotifications, measureOnline];

/**
 * Measures the walls one after the other.
 * @returns their section of the results page, and the missed bars
 */
export async function measureScale(): Promise<{ part: string; missed: string[] }> {
  const parts: string[] = [];
  const missed: string[] = [];
  for (const measure of WALLS) {
    const wall = await measure();
    parts.push(wall.part.trim());
    missed.push(...wall.missed);
  }
  return { part: `## The walls\n\n${parts.join('\n\n')}\n`, missed };
}
