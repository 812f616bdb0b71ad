import type { Random } from '../../../server/src/lib/random.ts';

export const IMAGE_WIDTH_PX = 1_200;
export const IMAGE_HEIGHT_PX = 800;

export interface Point {
  x: number;
  y: number;
}

/** The colour at `share` (0 to 1) of the way between two #rrggbb colours. */
export function mix(from: string, to: string, share: number): string {
  const channel = (color: string, index: number) => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16);
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(from, index) + (channel(to, index) - channel(from, index)) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** A gradient from top to bottom, its colours evenly apart. */
export function verticalGradient(id: string, colors: readonly string[]): string {
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`);
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

/** A glow that fades to nothing at its edge. */
export function glow(id: string, color: string, opacity: number): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/>` +
    `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`
  );
}

export function rectangle(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${Math.round(x)}" y="${Math.round(y)}" width="${Math.round(width)}" height="${Math.round(height)}" ${attributes}/>`;
}

export function ellipse(center: Point, radiusX: number, radiusY: number, attributes: string): string {
  const round = (value: number) => Math.round(value * 10) / 10;
  return `<ellipse cx="${round(center.x)}" cy="${round(center.y)}" rx="${round(radiusX)}" ry="${round(radiusY)}" ${attributes}/>`;
}

export function path(d: string, attributes: string): string {
  return `<path d="${d}" ${attributes}/>`;
}

/** A rolling line over the whole width, as points. */
export function rollingLine(
  random: Random,
  { base, height, waves, step = 20 }: { base: number; height: number; waves: number; step?: number },
): Point[] {
  const parts = [1, 2.3, 4.7, 9.1].map((factor, index) => ({
    frequency: (factor * waves * 2 * Math.PI) / IMAGE_WIDTH_PX,
    phase: random.fraction() * 2 * Math.PI,
    amplitude: height / 2 / 2.1 ** index,
  }));
  const points = [];
  for (let x = 0; x <= IMAGE_WIDTH_PX; x += step) {
    const y = parts.reduce((sum, part) => sum + part.amplitude * Math.sin(part.frequency * x + part.phase), base);
    points.push({ x, y });
  }
  return points;
}

/** Peaks and saddles over the whole width, as points: midpoints moved up or down, less at each finer level. */
export function jaggedLine(random: Random, base: number, height: number): Point[] {
  let heights = [base - random.fraction() * height, base - random.fraction() * height];
  for (let level = 0, reach = height * 0.75; level < 6; level++, reach *= 0.52) {
    heights = heights.flatMap((y, index) => {
      const next = heights[index + 1];
      return next === undefined ? [y] : [y, (y + next) / 2 + (random.fraction() - 0.5) * reach];
    });
  }
  return heights.map((y, index) => ({ x: (index * IMAGE_WIDTH_PX) / (heights.length - 1), y }));
}

/** The area below a line, down to the edge of the image. */
export function areaBelow(line: readonly Point[], attributes: string): string {
  const top = line.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`).join('L');
  return path(`M0 ${IMAGE_HEIGHT_PX}L${top}L${IMAGE_WIDTH_PX} ${IMAGE_HEIGHT_PX}Z`, attributes);
}

/** The height of a line at `x`. */
export function heightAt(line: readonly Point[], x: number): number {
  const next = line.find((point) => point.x >= x) ?? line.at(-1);
  return next?.y ?? IMAGE_HEIGHT_PX;
}
