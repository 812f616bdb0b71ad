import type { SceneKind } from '../images/scenery.ts';

/** A real place. */
export interface Place {
  name: string;
  /** Its name since July 2025. */
  province: string;
  scene: SceneKind;
  /** What can only be said of this place; each sentence stands on its own. */
  notes: readonly string[];
}
