import { createRandom, type Random } from '../../../server/src/lib/random.ts';
import { ellipse, mix, path, rectangle, verticalGradient } from './svg.ts';

const AVATAR_SIZE_PX = 256;
const AVATARS_OF_A_KIND = 24;

const BACKGROUNDS = [
  ['#ffe0c2', '#f7a58b'],
  ['#cfe8ff', '#7fb2e5'],
  ['#d8f3dc', '#74c69d'],
  ['#fde2f3', '#e78fb3'],
  ['#e5dbff', '#9f86d9'],
  ['#fff1b8', '#f2c14e'],
  ['#d6f5f2', '#5fb8b0'],
  ['#e9ecef', '#9aa8b5'],
] as const;
const SKINS = ['#f6d3b3', '#eec19c', '#e3ad82', '#d39a70', '#c2885d'] as const;
const HAIRS = ['#1d1a1f', '#2b211e', '#3a2a22', '#57392a', '#23242e'] as const;
const CLOTHES = ['#2f5d8a', '#b5483f', '#3c7a5c', '#8a5aa8', '#d88a2d', '#44505c', '#c2557f', '#f3efe6'] as const;

export const AVATAR_KINDS = ['female', 'male'] as const;
export type AvatarKind = (typeof AVATAR_KINDS)[number];

/** Hair behind the head, then hair before it. */
function longHair(random: Random, color: string): readonly [string, string] {
  const back = random.pick([
    path('M74 108Q72 44 128 42Q184 44 182 108L190 196Q128 214 66 196Z', `fill="${color}"`),
    path('M76 108Q74 46 128 44Q182 46 180 108Q186 150 170 166H86Q70 150 76 108Z', `fill="${color}"`),
    ellipse({ x: 128, y: 44 }, 26, 24, `fill="${color}"`) + ellipse({ x: 128, y: 96 }, 56, 54, `fill="${color}"`),
  ]);
  const fringe = random.pick([
    'M80 112Q76 56 128 54Q180 56 176 112Q168 80 140 76Q100 74 80 112Z',
    'M80 110Q78 56 128 54Q178 56 176 110Q174 84 158 78Q120 100 80 110Z',
    'M79 106Q80 54 128 53Q176 54 177 106Q172 92 168 90H88Q84 92 79 106Z',
  ]);
  return [back, path(fringe, `fill="${color}"`)];
}

function shortHair(random: Random, color: string): readonly [string, string] {
  const top = random.pick([
    'M80 104Q74 48 128 46Q182 48 176 104Q172 78 150 74Q110 78 96 72Q84 84 80 104Z',
    'M80 100Q70 60 100 50Q130 34 162 52Q186 64 176 100Q170 80 160 78H96Q86 80 80 100Z',
    'M82 96Q82 52 128 50Q174 52 174 96Q166 70 128 70Q90 70 82 96Z',
    'M79 106Q72 44 134 46Q186 50 177 106Q172 84 160 82Q150 66 104 84Q88 86 79 106Z',
  ]);
  return ['', path(top, `fill="${color}"`)];
}

function conicalHat(): string {
  return (
    path('M40 98L128 14L216 98Q128 72 40 98Z', 'fill="#e8d29a"') +
    path('M40 98Q128 72 216 98Q128 88 40 98Z', 'fill="#c9ac6b"')
  );
}

function glasses(): string {
  const frame = 'fill="none" stroke="#2d2d35" stroke-width="4"';
  return (
    ellipse({ x: 107, y: 112 }, 15, 13, frame) + ellipse({ x: 149, y: 112 }, 15, 13, frame) + path('M122 111h12', frame)
  );
}

function face(random: Random, skin: string): string {
  const shade = mix(skin, '#8a4b33', 0.4);
  const eyes = random.pick([
    'M100 113q7 -8 14 0M142 113q7 -8 14 0',
    'M100 111q7 7 14 0M142 111q7 7 14 0',
    'M107 108v6M149 108v6',
  ]);
  const mouth = random.pick(['M112 138Q128 152 144 138', 'M116 140Q128 147 140 140', 'M114 137Q128 156 142 137Z']);
  return (
    path(eyes, 'fill="none" stroke="#2a2024" stroke-width="5" stroke-linecap="round"') +
    path('M128 116q-4 10 2 12', `fill="none" stroke="${shade}" stroke-width="3" stroke-linecap="round"`) +
    path(
      mouth,
      `fill="${mouth.endsWith('Z') ? '#fff' : 'none'}" stroke="#a4483f" stroke-width="4" stroke-linecap="round"`,
    ) +
    ellipse({ x: 95, y: 130 }, 9, 6, 'fill="#e8836f" opacity="0.35"') +
    ellipse({ x: 161, y: 130 }, 9, 6, 'fill="#e8836f" opacity="0.35"')
  );
}

function portrait(random: Random, kind: AvatarKind): string {
  const skin = random.pick(SKINS);
  const hairColor = random.pick(HAIRS);
  const cloth = random.pick(CLOTHES);
  const [back, front] = kind === 'female' ? longHair(random, hairColor) : shortHair(random, hairColor);
  const background = random.pick(BACKGROUNDS);
  const collar = random.pick([
    path('M104 190L128 218L152 190', `fill="none" stroke="${mix(cloth, '#ffffff', 0.55)}" stroke-width="7"`),
    ellipse({ x: 128, y: 190 }, 30, 15, `fill="${skin}"`),
    path('M98 188Q128 206 158 188L152 178H104Z', `fill="${mix(cloth, '#000000', 0.2)}"`),
  ]);
  return [
    `<defs>${verticalGradient('ground', background)}</defs>`,
    rectangle(0, 0, AVATAR_SIZE_PX, AVATAR_SIZE_PX, 'fill="url(#ground)"'),
    ellipse({ x: random.integer(20, 236), y: random.integer(20, 120) }, 90, 90, 'fill="#fff" opacity="0.22"'),
    back,
    path('M30 262Q34 192 104 184H152Q222 192 226 262Z', `fill="${cloth}"`),
    path('M110 148h36v40q-18 16 -36 0Z', `fill="${mix(skin, '#8a4b33', 0.18)}"`),
    collar,
    ellipse({ x: 79, y: 116 }, 8, 13, `fill="${skin}"`) + ellipse({ x: 177, y: 116 }, 8, 13, `fill="${skin}"`),
    path('M80 104Q80 58 128 58Q176 58 176 104Q176 168 128 170Q80 168 80 104Z', `fill="${skin}"`),
    face(random, skin),
    front,
    random.chance(0.2) ? glasses() : '',
    kind === 'female' && random.chance(0.15) ? conicalHat() : '',
  ].join('');
}

/** Portraits as SVG without text. */
export function avatarSvgs(): Array<{ kind: AvatarKind; svg: string }> {
  return AVATAR_KINDS.flatMap((kind) =>
    Array.from({ length: AVATARS_OF_A_KIND }, (_, index) => {
      const content = portrait(createRandom(`avatar ${kind} ${index}`), kind);
      const size = `width="${AVATAR_SIZE_PX}" height="${AVATAR_SIZE_PX}"`;
      return { kind, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>` };
    }),
  );
}
