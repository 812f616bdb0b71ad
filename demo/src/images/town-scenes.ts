import type { Random } from '../../../server/src/lib/random.ts';
import type { Palette } from './palettes.ts';
import { boat, sky, water } from './parts.ts';
import { ellipse, glow, IMAGE_HEIGHT_PX, IMAGE_WIDTH_PX, mix, type Point, path, rectangle } from './svg.ts';

const LANTERN_COLORS = ['#d8432f', '#e8892b', '#f1c232', '#c23b6a', '#4c8f5a', '#3f74b5'];
const WALL_COLORS = ['#e3a93c', '#d9953a', '#e8bb5e', '#cf8740', '#dcb36f'];

function lantern(random: Random, at: Point, size: number): string {
  const color = random.pick(LANTERN_COLORS);
  return (
    ellipse(at, size * 2.6, size * 2.6, 'fill="url(#lamp)"') +
    ellipse(at, size, size * random.pick([0.78, 1, 1.3]), `fill="${color}"`) +
    ellipse({ x: at.x - size * 0.2, y: at.y - size * 0.1 }, size * 0.45, size * 0.55, 'fill="#ffe9b0" opacity="0.55"') +
    path(
      `M${at.x - 5} ${Math.round(at.y + size)}h10v5h-10ZM${at.x} ${Math.round(at.y + size + 5)}v${Math.round(size * 0.7)}`,
      `fill="#7c2d1e" stroke="${color}" stroke-width="3"`,
    )
  );
}

function oldHouse(random: Random, x: number, width: number, ground: number, palette: Palette): string {
  const height = random.integer(170, 290);
  const top = ground - height;
  const shade = palette.night ? 0.6 : 0.22;
  const wall = mix(random.pick(WALL_COLORS), palette.near, shade);
  const wood = mix('#5a3723', palette.near, shade);
  const light = palette.night ? '#ffcf7a' : mix('#7c4a2a', palette.near, 0.2);
  const windows = Array.from({ length: Math.max(1, Math.floor(width / 90)) }, (_, index) => {
    const left = x + 24 + index * 88;
    return rectangle(left, top + 52, 42, 58, `fill="${light}" stroke="${wood}" stroke-width="6"`);
  });
  const tiles = mix('#8a4a34', palette.near, shade);
  return (
    rectangle(x, top, width, height, `fill="${wall}"`) +
    windows.join('') +
    rectangle(x + width / 2 - 34, ground - 104, 68, 104, `fill="${light}" stroke="${wood}" stroke-width="8"`) +
    path(
      `M${x - 14} ${top + 8}L${x + 16} ${top - 44}H${x + width - 16}L${x + width + 14} ${top + 8}Z`,
      `fill="${tiles}"`,
    ) +
    path(
      `M${x - 8} ${ground - 120}L${x + 8} ${ground - 146}H${x + width - 8}L${x + width + 8} ${ground - 120}Z`,
      `fill="${mix(tiles, '#000000', 0.18)}"`,
    )
  );
}

export function lanternStreet(random: Random, palette: Palette): string {
  const ground = 560;
  const houses = [];
  for (let x = -30; x < IMAGE_WIDTH_PX; ) {
    const width = random.integer(150, 260);
    houses.push(oldHouse(random, x, width, ground, palette));
    x += width + 2;
  }
  const strings = [150, 250, 70].map((height, row) => {
    const sag = random.integer(50, 110);
    const line = path(
      `M-10 ${height}Q600 ${height + sag * 2} 1210 ${height - 20}`,
      `fill="none" stroke="${mix(palette.near, '#000000', 0.3)}" stroke-width="2"`,
    );
    const hung = Array.from({ length: 9 }, (_, index) => {
      const share = (index + 0.5 + row * 0.2) / 9.4;
      const y = height * (1 - share) ** 2 + 2 * share * (1 - share) * (height + sag * 2) + share ** 2 * (height - 20);
      return lantern(random, { x: Math.round(share * IMAGE_WIDTH_PX), y: Math.round(y) + 26 }, random.integer(15, 25));
    });
    return line + hung.join('');
  });
  return [
    sky(random, palette, ground),
    `<defs>${glow('lamp', '#ffd27a', palette.night ? 0.75 : 0.45)}</defs>`,
    ...houses,
    water(random, palette, ground),
    ...Array.from({ length: 26 }, () =>
      ellipse(
        { x: random.integer(0, IMAGE_WIDTH_PX), y: random.integer(ground + 10, 780) },
        random.integer(20, 60),
        4,
        `fill="${random.pick(LANTERN_COLORS)}" opacity="0.35"`,
      ),
    ),
    boat({ x: random.integer(300, 900), y: 690 }, 1.2, mix(palette.near, '#2b1a12', 0.6), false),
    ...strings,
  ].join('');
}

function tower(random: Random, x: number, ground: number, height: number, palette: Palette, share: number): string {
  const width = random.integer(50, 110);
  const color = mix(palette.far, palette.near, 0.25 + share * 0.6);
  const lit = palette.night ? '#ffdf91' : mix(color, '#ffffff', 0.35);
  const windows = [];
  for (let y = ground - height + 16; y < ground - 14; y += 22) {
    for (let left = x + 8; left < x + width - 10; left += 16) {
      if (random.chance(palette.night ? 0.45 : 0.7)) windows.push(`M${left} ${y}h8v11h-8Z`);
    }
  }
  const spire = random.chance(0.25)
    ? path(`M${x + width / 2} ${ground - height}v-${random.integer(30, 90)}`, `stroke="${color}" stroke-width="4"`)
    : '';
  return (
    spire +
    rectangle(x, ground - height, width, height, `fill="${color}"`) +
    path(windows.join(''), `fill="${lit}" opacity="0.7"`)
  );
}

export function cityRiver(random: Random, palette: Palette): string {
  const ground = 520;
  const rows = [0, 0.5, 1].flatMap((share) =>
    Array.from({ length: 15 }, (_, index) =>
      tower(
        random,
        index * 84 + random.integer(-30, 20),
        ground,
        random.integer(90, 340) * (1 - share * 0.45),
        palette,
        share,
      ),
    ),
  );
  const deck = 600;
  const color = mix(palette.near, '#d9a441', 0.35);
  const arches = [90, 430, 770].map((x) =>
    path(
      `M${x} ${deck}Q${x + 170} ${deck - 210} ${x + 340} ${deck}${[60, 115, 170, 225, 280].map((dx) => `M${x + dx} ${deck}V${deck - Math.round(105 * (1 - ((dx - 170) / 170) ** 2))}`).join('')}`,
      `fill="none" stroke="${color}" stroke-width="9"`,
    ),
  );
  return [
    sky(random, palette, ground),
    ...rows,
    water(random, palette, ground),
    ...Array.from({ length: 40 }, () =>
      rectangle(
        random.integer(0, IMAGE_WIDTH_PX),
        random.integer(ground + 8, IMAGE_HEIGHT_PX - 60),
        random.integer(3, 7),
        random.integer(20, 70),
        `fill="${palette.night ? '#ffdf91' : palette.sun}" opacity="0.22"`,
      ),
    ),
    ...arches,
    rectangle(0, deck - 4, IMAGE_WIDTH_PX, 20, `fill="${mix(color, '#000000', 0.25)}"`),
    ...[90, 430, 770, 1_110].map((x) => rectangle(x - 9, deck + 14, 20, 80, `fill="${mix(color, '#000000', 0.4)}"`)),
  ].join('');
}
