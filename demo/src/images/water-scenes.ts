import type { Random } from '../../../server/src/lib/random.ts';
import type { Palette } from './palettes.ts';
import { birds, boat, palms, ranges, sky, water } from './parts.ts';
import {
  areaBelow,
  ellipse,
  IMAGE_HEIGHT_PX,
  IMAGE_WIDTH_PX,
  mix,
  path,
  rollingLine,
  verticalGradient,
} from './svg.ts';

/** A limestone tower with trees on its head and its reflection below. */
function karst(random: Random, x: number, horizon: number, height: number, color: string): string {
  const half = height * (0.28 + random.fraction() * 0.3);
  const lean = random.integer(-18, 18);
  const outline =
    `M${x - half} ${horizon}Q${x - half * 0.95} ${horizon - height * 0.75} ${x - half * 0.45 + lean} ${horizon - height * 0.94}` +
    `Q${x + lean} ${horizon - height * 1.08} ${x + half * 0.4 + lean} ${horizon - height * 0.9}` +
    `Q${x + half * 0.75} ${horizon - height * 0.7} ${x + half * 0.8} ${horizon - height * 0.35}Q${x + half * 0.9} ${horizon - 20} ${x + half * 1.1} ${horizon}Z`;
  const cracks = Array.from({ length: 4 }, () => {
    const from = {
      x: x + random.integer(-50, 50) * (half / 100),
      y: horizon - height * (0.3 + random.fraction() * 0.5),
    };
    return `M${Math.round(from.x)} ${Math.round(from.y)}q${random.integer(-6, 6)} ${Math.round(height * 0.1)} ${random.integer(-4, 8)} ${Math.round(height * 0.2)}`;
  });
  return (
    `<g transform="matrix(1 0 0 -0.35 0 ${horizon * 1.35})" opacity="0.35">${path(outline, `fill="${color}"`)}</g>` +
    path(outline, `fill="${color}"`) +
    path(
      cracks.join(''),
      `fill="none" stroke="${mix(color, '#ffffff', 0.25)}" stroke-width="3" stroke-linecap="round" opacity="0.6"`,
    )
  );
}

export function karstBay(random: Random, palette: Palette): string {
  const horizon = 480;
  const islands = Array.from({ length: 11 }, (_, index) => {
    const share = index / 10;
    const place = random.integer(-40, IMAGE_WIDTH_PX + 40);
    const color = mix(palette.far, mix(palette.near, palette.green, 0.25), 0.15 + share * 0.75);
    return karst(random, place, horizon + share * 70, random.integer(90, 150) + share * 150, color);
  });
  return [
    sky(random, palette, horizon),
    birds(random, palette.near),
    water(random, palette, horizon),
    ...islands,
    boat({ x: random.integer(250, 950), y: 660 }, 1.15, mix(palette.near, '#2b1a12', 0.6), true),
  ].join('');
}

export function beach(random: Random, palette: Palette): string {
  const horizon = 430;
  const shore = rollingLine(random, { base: 655, height: 60, waves: 0.55 }).map(({ x, y }) => ({ x, y: y - x * 0.05 }));
  const foam = (offset: number, opacity: number) =>
    areaBelow(
      shore.map(({ x, y }) => ({ x, y: y - offset })),
      `fill="#fff" opacity="${opacity}"`,
    );
  const left = random.chance(0.5);
  return [
    sky(random, palette, horizon),
    ranges(random, palette, horizon - 10, horizon, 1),
    water(random, palette, horizon),
    foam(34, 0.25),
    foam(16, 0.55),
    `<defs>${verticalGradient('sand', [palette.sand, mix(palette.sand, palette.near, 0.25)])}</defs>`,
    areaBelow(shore, 'fill="url(#sand)"'),
    boat({ x: random.integer(300, 900), y: horizon + 70 }, 0.6, mix(palette.near, '#3a2417', 0.5), false),
    palms(random, shore, left ? 20 : 820, left ? 380 : 1_180, mix(palette.near, '#0a1a12', 0.4)),
  ].join('');
}

export function deltaRiver(random: Random, palette: Palette): string {
  const horizon = 400;
  const farBank = rollingLine(random, { base: horizon - 26, height: 34, waves: 3 });
  const leaf = mix(palette.green, palette.near, 0.55);
  const reeds = Array.from({ length: 90 }, () => {
    const x = random.chance(0.5) ? random.integer(-20, 330) : random.integer(880, 1_220);
    const height = random.integer(60, 190);
    const bend = random.integer(-50, 50);
    return path(
      `M${x - 3} ${IMAGE_HEIGHT_PX}Q${x} ${IMAGE_HEIGHT_PX - height} ${x + bend} ${IMAGE_HEIGHT_PX - height - 30}Q${x + 6} ${IMAGE_HEIGHT_PX - height} ${x + 5} ${IMAGE_HEIGHT_PX}Z`,
      `fill="${mix(leaf, '#000000', random.fraction() * 0.35)}"`,
    );
  });
  const lotuses = Array.from({ length: 12 }, () => {
    const at = { x: random.integer(330, 880), y: random.integer(710, 785) };
    const pad = ellipse(at, 34, 9, `fill="${mix(leaf, palette.green, 0.5)}"`);
    return random.chance(0.4)
      ? pad + path(`M${at.x} ${at.y - 2}q-16 -14 -4 -26q4 -8 8 0q12 12 -4 26Z`, 'fill="#e58aa6"')
      : pad;
  });
  return [
    sky(random, palette, horizon),
    areaBelow(farBank, `fill="${mix(leaf, palette.far, 0.35)}"`),
    palms(random, farBank, 60, 1_140, mix(leaf, palette.near, 0.5)),
    palms(random, farBank, 60, 1_140, mix(leaf, palette.near, 0.3)),
    water(random, palette, horizon),
    boat({ x: random.integer(380, 560), y: 530 }, 0.75, mix(palette.near, '#3a2417', 0.5), false),
    boat({ x: random.integer(620, 820), y: 630 }, 1.15, mix(palette.near, '#2b1a12', 0.6), false),
    ...lotuses,
    ...reeds,
  ].join('');
}
