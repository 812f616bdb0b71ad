import type { SceneKind } from '../images/scenery.ts';

/** A real place. */
export interface Place {
  name: string;
  /** Its name since July 2025. */
  province: string;
  scene: SceneKind;
  /** Sentences specific to this place, independent of each other. */
  notes: readonly string[];
}
