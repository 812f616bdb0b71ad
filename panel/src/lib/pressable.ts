/**
 * For what a virtualizer places: from the beginning of a scroll until 150 ms after it, be it by wheel or by a focus that
 * moved, virtua lets nothing in its list be pressed, and a press meant for a row would be lost without a word.
 */
export const PRESSABLE = 'pointer-events-auto';
