import { createRandom, type Random } from '../../../server/src/lib/random.ts';
import { dunes, mountains, pineLake, riceTerraces, waterfall } from './land-scenes.ts';
import { PALETTES, type Palette } from './palettes.ts';
import { IMAGE_HEIGHT_PX, IMAGE_WIDTH_PX } from './svg.ts';
import { cityRiver, lanternStreet } from './town-scenes.ts';
import { beach, deltaRiver, karstBay } from './water-scenes.ts';

export const SCENE_KINDS = [
  'mountains',
  'terraces',
  'dunes',
  'waterfall',
  'lake',
  'bay',
  'beach',
  'river',
  'lanterns',
  'city',
] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

const PAINTERS: Record<SceneKind, (random: Random, palette: Palette) => string> = {
  mountains,
  terraces: riceTerraces,
  dunes,
  waterfall,
  lake: pineLake,
  bay: karstBay,
  beach,
  river: deltaRiver,
  lanterns: lanternStreet,
  city: cityRiver,
};

/** One image of each kind of scene in each light, as SVG without text, so that no font is needed. */
export function sceneSvgs(): Array<{ kind: SceneKind; svg: string }> {
  return SCENE_KINDS.flatMap((kind) =>
    PALETTES.map((palette, light) => {
      const content = PAINTERS[kind](createRandom(`scene ${kind} ${light}`), palette);
      const size = `width="${IMAGE_WIDTH_PX}" height="${IMAGE_HEIGHT_PX}"`;
      return { kind, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>` };
    }),
  );
}
