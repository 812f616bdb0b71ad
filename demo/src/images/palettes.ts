/** The light of a scene. Colours are #rrggbb. */
export interface Palette {
  /** Top, middle and horizon of the sky. */
  sky: readonly [string, string, string];
  /** Sun or moon. */
  sun: string;
  /** Distant objects, in haze. */
  far: string;
  /** Near objects. */
  near: string;
  /** Horizon and foreground of water. */
  water: readonly [string, string];
  /** Fields and leaves. */
  green: string;
  sand: string;
  night: boolean;
}

export const PALETTES: readonly Palette[] = [
  {
    sky: ['#5b7db8', '#f0b7a4', '#ffe3b8'],
    sun: '#fff3d0',
    far: '#c99aa8',
    near: '#3d4a6b',
    water: ['#f5cfae', '#56709c'],
    green: '#6f8f5a',
    sand: '#ecc9a0',
    night: false,
  },
  {
    sky: ['#2f86c9', '#8cc7ea', '#e6f5fb'],
    sun: '#fffbe6',
    far: '#a9cbdc',
    near: '#1f5d5b',
    water: ['#b9e6e8', '#157a94'],
    green: '#5fa04a',
    sand: '#f4dfb4',
    night: false,
  },
  {
    sky: ['#2b2d5b', '#a34e77', '#ffb067'],
    sun: '#ffdf8f',
    far: '#b5688a',
    near: '#241f3d',
    water: ['#ffb877', '#3b2b5c'],
    green: '#5c6b3f',
    sand: '#d99a6c',
    night: false,
  },
  {
    sky: ['#0d1736', '#22376b', '#5c6fa3'],
    sun: '#f4f1da',
    far: '#4b5c8c',
    near: '#0b1226',
    water: ['#62749f', '#0f1a38'],
    green: '#2f4a44',
    sand: '#6d6f86',
    night: true,
  },
  {
    sky: ['#9fb7bd', '#d3dfdc', '#f3f3ea'],
    sun: '#ffffff',
    far: '#c9d6d3',
    near: '#44615f',
    water: ['#e3ebe6', '#7b9a9b'],
    green: '#86a271',
    sand: '#ddd2b8',
    night: false,
  },
  {
    sky: ['#3fa0a8', '#ffd9a0', '#ffeccd'],
    sun: '#fff6dc',
    far: '#9cc3b1',
    near: '#24504a',
    water: ['#ffe2b5', '#2f8c92'],
    green: '#8fae45',
    sand: '#f1d29b',
    night: false,
  },
];
