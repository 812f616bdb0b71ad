import type { Random } from '../../../server/src/lib/random.ts';
import type { Palette } from './palettes.ts';
import {
  areaBelow,
  ellipse,
  glow,
  heightAt,
  IMAGE_HEIGHT_PX,
  IMAGE_WIDTH_PX,
  jaggedLine,
  mix,
  type Point,
  path,
  rectangle,
  verticalGradient,
} from './svg.ts';

/** The parts of scenes. Each returns SVG elements, drawn from back to front. */

/** Sky down to `horizon`, with sun or moon, stars at night, thin clouds. */
export function sky(random: Random, palette: Palette, horizon: number): string {
  const sun = {
    x: random.integer(220, 980),
    y: palette.night ? random.integer(110, 220) : horizon - random.integer(40, 260),
  };
  const radius = palette.night ? 38 : random.integer(44, 66);
  const stars = palette.night
    ? Array.from({ length: 70 }, () =>
        ellipse(
          { x: random.integer(0, IMAGE_WIDTH_PX), y: random.integer(0, Math.floor(horizon * 0.85)) },
          random.chance(0.15) ? 2.4 : 1.3,
          random.chance(0.15) ? 2.4 : 1.3,
          `fill="#fff" opacity="${random.integer(3, 9) / 10}"`,
        ),
      )
    : [];
  const clouds = Array.from({ length: random.integer(3, 6) }, () => {
    const at = { x: random.integer(0, IMAGE_WIDTH_PX), y: random.integer(60, Math.floor(horizon * 0.7)) };
    const width = random.integer(90, 240);
    return (
      ellipse(at, width, width / 13, 'fill="url(#cloud)"') +
      ellipse({ x: at.x + width * 0.35, y: at.y - 9 }, width * 0.55, width / 15, 'fill="url(#cloud)"')
    );
  });
  return [
    `<defs>${verticalGradient('sky', palette.sky)}${glow('halo', palette.sun, palette.night ? 0.35 : 0.75)}`,
    `${glow('cloud', mix(palette.sky[2], '#ffffff', 0.5), palette.night ? 0.25 : 0.8)}</defs>`,
    rectangle(0, 0, IMAGE_WIDTH_PX, horizon + 2, 'fill="url(#sky)"'),
    ...stars,
    ellipse(sun, radius * 6, radius * 6, 'fill="url(#halo)"'),
    ellipse(sun, radius, radius, `fill="${palette.sun}" opacity="0.95"`),
    ...clouds,
  ].join('');
}

/** Water from `horizon` down, with streaks of light. */
export function water(random: Random, palette: Palette, horizon: number): string {
  const streaks = Array.from({ length: 46 }, () => {
    const depth = random.fraction();
    const at = {
      x: random.integer(0, IMAGE_WIDTH_PX),
      y: horizon + 6 + depth ** 1.4 * (IMAGE_HEIGHT_PX - horizon - 12),
    };
    const fill = mix(palette.water[0], '#ffffff', 0.45);
    return ellipse(at, 18 + depth * 90, 1 + depth * 1.8, `fill="${fill}" opacity="${0.15 + depth * 0.25}"`);
  });
  return [
    `<defs>${verticalGradient('water', palette.water)}</defs>`,
    rectangle(0, horizon, IMAGE_WIDTH_PX, IMAGE_HEIGHT_PX - horizon, 'fill="url(#water)"'),
    ...streaks,
  ].join('');
}

/** Ranges of mountains one before the other, each nearer one darker, with haze at their feet. */
export function ranges(random: Random, palette: Palette, from: number, to: number, count: number): string {
  const layers = Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 1 : index / (count - 1);
    const color = mix(palette.far, palette.near, share * 0.85);
    const id = `range${index}`;
    const line = jaggedLine(random, from + (to - from) * share, 230 - 90 * share);
    return (
      `<defs>${verticalGradient(id, [color, mix(color, palette.sky[2], 0.45)])}</defs>` +
      areaBelow(line, `fill="url(#${id})"`)
    );
  });
  return layers.join('');
}

function palm(random: Random, foot: Point, height: number, color: string): string {
  const lean = random.integer(-60, 60);
  const top = { x: foot.x + lean, y: foot.y - height };
  const trunk = path(
    `M${foot.x - 6} ${foot.y}Q${foot.x + lean * 0.2} ${foot.y - height * 0.55} ${top.x} ${top.y}` +
      `Q${foot.x + lean * 0.2 + 11} ${foot.y - height * 0.55} ${foot.x + 7} ${foot.y}Z`,
    `fill="${color}"`,
  );
  const leaves = [-165, -140, -110, -75, -45, -20, 8].map((degrees) => {
    const angle = ((degrees + random.integer(-8, 8)) * Math.PI) / 180;
    const length = height * 0.42;
    const tip = { x: top.x + Math.cos(angle) * length, y: top.y + Math.sin(angle) * length * 0.55 + length * 0.35 };
    const bend = { x: top.x + Math.cos(angle) * length * 0.6, y: top.y + Math.sin(angle) * length * 0.75 };
    return path(
      `M${top.x} ${top.y}Q${Math.round(bend.x)} ${Math.round(bend.y - 8)} ${Math.round(tip.x)} ${Math.round(tip.y)}` +
        `Q${Math.round(bend.x)} ${Math.round(bend.y + 16)} ${top.x} ${top.y}Z`,
      `fill="${color}"`,
    );
  });
  return trunk + leaves.join('');
}

/** Coconut palms on a line of ground between two positions along it. */
export function palms(random: Random, line: readonly Point[], from: number, to: number, color: string): string {
  return Array.from({ length: random.integer(2, 4) }, () => {
    const x = random.integer(from, to);
    return palm(random, { x, y: heightAt(line, x) + 12 }, random.integer(190, 330), color);
  }).join('');
}

/** A forest of pines along a line of ground. */
export function pines(random: Random, line: readonly Point[], count: number, height: number, color: string): string {
  return Array.from({ length: count }, () => {
    const x = random.integer(-10, IMAGE_WIDTH_PX + 10);
    const y = heightAt(line, x) + 8;
    const tall = height * (0.6 + random.fraction() * 0.6);
    const tiers = [0, 0.24, 0.48].map((start) => {
      const half = tall * (0.09 + start * 0.22);
      return `M${x} ${Math.round(y - tall + tall * start)}L${Math.round(x + half)} ${Math.round(y - tall + tall * (start + 0.42))}H${Math.round(x - half)}Z`;
    });
    return path(`${tiers.join('')}M${x - 3} ${y - tall * 0.15}h6V${y + 4}h-6Z`, `fill="${color}"`);
  }).join('');
}

/** A few birds far away. */
export function birds(random: Random, color: string): string {
  const center = { x: random.integer(250, 950), y: random.integer(120, 260) };
  return Array.from({ length: random.integer(3, 6) }, () => {
    const x = center.x + random.integer(-110, 110);
    const y = center.y + random.integer(-50, 50);
    const wing = random.integer(9, 15);
    return path(
      `M${x - wing} ${y - 4}Q${x - wing / 2} ${y - 9} ${x} ${y}Q${x + wing / 2} ${y - 9} ${x + wing} ${y - 4}`,
      `fill="none" stroke="${color}" stroke-width="2.4" stroke-linecap="round" opacity="0.7"`,
    );
  }).join('');
}

/** A junk with ribbed sails, or with `sails` false a sampan with a rower in a conical hat. */
export function boat(at: Point, scale: number, color: string, sails: boolean): string {
  const hull = path('M-70 0Q0 34 78 -8L60 18Q0 40 -56 18Z', `fill="${color}"`);
  const rig =
    path('M-8 4V-118M34 4V-84', `stroke="${color}" stroke-width="4"`) +
    path(
      'M-10 -116Q-66 -84 -58 -14L-6 -10ZM32 -84Q80 -58 74 -12L32 -10Z',
      'fill="#b5533c" stroke="#7d3428" stroke-width="2"',
    ) +
    path(
      'M-34 -94L-8 -88M-50 -66L-8 -60M-57 -38L-8 -34M52 -62L34 -58M66 -38L34 -34',
      'stroke="#7d3428" stroke-width="2"',
    );
  const rower =
    path('M10 4Q8 -30 20 -34Q34 -30 32 4Z', `fill="${color}"`) +
    path('M-4 -34L21 -54L46 -34Z', 'fill="#e5cf9b"') +
    path('M32 -18L86 34', `stroke="${color}" stroke-width="4" stroke-linecap="round"`);
  return `<g transform="translate(${Math.round(at.x)} ${Math.round(at.y)}) scale(${scale})">${sails ? rig : rower}${hull}</g>`;
}
