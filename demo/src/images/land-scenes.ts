import type { Random } from '../../../server/src/lib/random.ts';
import type { Palette } from './palettes.ts';
import { birds, pines, ranges, sky, water } from './parts.ts';
import {
  areaBelow,
  ellipse,
  glow,
  heightAt,
  IMAGE_HEIGHT_PX,
  IMAGE_WIDTH_PX,
  mix,
  path,
  rectangle,
  rollingLine,
  verticalGradient,
} from './svg.ts';

export function mountains(random: Random, palette: Palette): string {
  const ground = rollingLine(random, { base: 690, height: 70, waves: 1.2 });
  return [
    sky(random, palette, IMAGE_HEIGHT_PX),
    birds(random, palette.near),
    ranges(random, palette, 420, 660, 5),
    areaBelow(ground, `fill="${mix(palette.near, '#000000', 0.25)}"`),
    pines(random, ground, 34, 110, mix(palette.near, '#000000', 0.35)),
  ].join('');
}

export function riceTerraces(random: Random, palette: Palette): string {
  const steps = 15;
  const tilt = random.integer(-90, 90);
  const bands = Array.from({ length: steps }, (_, index) => {
    const share = index / (steps - 1);
    const line = rollingLine(random, { base: 400 + 390 * share ** 1.15, height: 26 + 34 * share, waves: 0.9 }).map(
      ({ x, y }) => ({ x, y: y + (tilt * (x - IMAGE_WIDTH_PX / 2)) / IMAGE_WIDTH_PX }),
    );
    const ripe = mix(palette.green, '#d9b84a', random.fraction() * 0.7);
    const flooded = random.chance(0.3);
    const color = flooded ? mix(palette.water[0], palette.sky[1], 0.4) : mix(ripe, palette.near, 0.35 * (1 - share));
    return (
      areaBelow(line, `fill="${mix(color, palette.near, 0.55)}"`) +
      areaBelow(
        line.map(({ x, y }) => ({ x, y: y + 7 + 6 * share })),
        `fill="${color}"`,
      )
    );
  });
  return [
    sky(random, palette, 560),
    ranges(random, palette, 330, 430, 3),
    ...bands,
    stiltHouse(random.integer(200, 950), random.integer(500, 600), palette),
  ].join('');
}

function stiltHouse(x: number, y: number, palette: Palette): string {
  const wood = mix(palette.near, '#6b4a2f', 0.5);
  return (
    path(
      `M${x - 52} ${y}h104v-40h-104ZM${x - 44} ${y}v26M${x} ${y}v26M${x + 44} ${y}v26`,
      `fill="${wood}" stroke="${wood}" stroke-width="6"`,
    ) +
    path(
      `M${x - 72} ${y - 36}L${x - 34} ${y - 86}h68L${x + 72} ${y - 36}Z`,
      `fill="${mix('#a98b5a', palette.near, 0.3)}"`,
    ) +
    rectangle(x - 12, y - 30, 22, 22, `fill="${palette.night ? '#ffd98a' : mix(palette.sun, wood, 0.4)}"`)
  );
}

export function dunes(random: Random, palette: Palette): string {
  const layers = Array.from({ length: 5 }, (_, index) => {
    const share = index / 4;
    const line = rollingLine(random, { base: 430 + 260 * share, height: 120 - 20 * share, waves: 0.55, step: 12 });
    const lit = mix(palette.sand, palette.far, 0.5 * (1 - share));
    const id = `dune${index}`;
    const shade = line.map(({ x, y }, at) => {
      const slope = (line[at + 1]?.y ?? y) - y;
      return { x, y: y + Math.max(4, 26 + slope * 9) };
    });
    return (
      `<defs>${verticalGradient(id, [mix(lit, '#ffffff', 0.15), mix(lit, palette.near, 0.3)])}</defs>` +
      areaBelow(line, `fill="${mix(lit, palette.near, 0.42)}"`) +
      areaBelow(shade, `fill="url(#${id})"`)
    );
  });
  return [sky(random, palette, 600), birds(random, palette.near), ...layers].join('');
}

export function waterfall(random: Random, palette: Palette): string {
  const center = random.integer(450, 750);
  const rock = mix(palette.near, '#55605a', 0.35);
  const cliff = rollingLine(random, { base: 250, height: 90, waves: 1.4 });
  const streams = Array.from({ length: 14 }, (_, index) => {
    const x = center - 110 + index * 16 + random.integer(-6, 6);
    const top = heightAt(cliff, x) - 4;
    return rectangle(
      x,
      top,
      random.integer(7, 16),
      590 - top,
      `rx="6" fill="#fff" opacity="${random.integer(35, 85) / 100}"`,
    );
  });
  const ledges = Array.from({ length: 34 }, () => {
    const x = random.integer(0, IMAGE_WIDTH_PX);
    const y = heightAt(cliff, x) + random.integer(30, 330);
    const color = mix(rock, random.chance(0.5) ? palette.green : '#000000', 0.28);
    return ellipse({ x, y }, random.integer(40, 110), random.integer(9, 22), `fill="${color}"`);
  });
  const bushes = Array.from({ length: 60 }, () => {
    const x = random.integer(0, IMAGE_WIDTH_PX);
    if (Math.abs(x - center) < 130) return '';
    const color = mix(palette.green, palette.near, random.fraction() * 0.7);
    return ellipse(
      { x, y: heightAt(cliff, x) + random.integer(-14, 30) },
      random.integer(26, 60),
      random.integer(18, 40),
      `fill="${color}"`,
    );
  });
  return [
    sky(random, palette, 420),
    ranges(random, palette, 240, 280, 2),
    areaBelow(cliff, `fill="${rock}"`),
    ...ledges,
    ...bushes,
    rectangle(0, 580, IMAGE_WIDTH_PX, 220, `fill="${palette.water[1]}"`),
    ...streams,
    `<defs>${glow('spray', '#ffffff', 0.9)}</defs>`,
    ellipse({ x: center, y: 590 }, 210, 58, 'fill="url(#spray)"'),
    ...Array.from({ length: 16 }, () =>
      ellipse(
        { x: random.integer(0, IMAGE_WIDTH_PX), y: random.integer(620, 780) },
        random.integer(40, 120),
        2,
        'fill="#fff" opacity="0.25"',
      ),
    ),
  ].join('');
}

export function pineLake(random: Random, palette: Palette): string {
  const shore = rollingLine(random, { base: 440, height: 40, waves: 0.8 });
  const bank = rollingLine(random, { base: 730, height: 50, waves: 0.7 });
  const forest = mix(palette.near, palette.green, 0.3);
  return [
    sky(random, palette, 470),
    ranges(random, palette, 350, 420, 3),
    areaBelow(shore, `fill="${forest}"`),
    pines(random, shore, 120, 90, mix(forest, palette.far, 0.2)),
    water(random, palette, 480),
    `<defs>${glow('mist', '#ffffff', 0.55)}</defs>`,
    ...Array.from({ length: 5 }, () =>
      ellipse(
        { x: random.integer(0, IMAGE_WIDTH_PX), y: random.integer(470, 520) },
        random.integer(180, 360),
        26,
        'fill="url(#mist)"',
      ),
    ),
    areaBelow(bank, `fill="${mix(forest, '#000000', 0.35)}"`),
    pines(random, bank, 16, 230, mix(forest, '#000000', 0.4)),
  ].join('');
}
