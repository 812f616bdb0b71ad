/** One tab plays the sound for all of them. */
const LOCK_NAME = 'hai-dang-notification-sound';

const TONES_HZ = [880, 1_174.66];
const TONE_S = 0.14;
const LOUDNESS = 0.12;
const SILENCE = 0.0001;

function play(audio: AudioContext): void {
  TONES_HZ.forEach((frequency, index) => {
    const begin = audio.currentTime + index * TONE_S;
    const end = begin + TONE_S;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, begin);
    volume.gain.exponentialRampToValueAtTime(SILENCE, end);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(end);
  });
}

export interface Bell {
  /** Plays the sound once, if this is the tab that plays it for all of them. */
  ring(): void;
  silence(): void;
}

/**
 * Elects the one tab of this browser that plays the sound. Browsers allow sound only after a first gesture on the page,
 * so a tab is a candidate from then on; the first candidate plays it until it is closed.
 */
export function createBell(): Bell {
  let audio: AudioContext | undefined;
  let isFirst = false;
  let isOver = false;
  let leave: () => void = () => undefined;

  async function unlock(): Promise<void> {
    if (audio) return;
    audio = new AudioContext();
    await audio.resume();
    window.removeEventListener('pointerdown', tryUnlock);
    window.removeEventListener('keydown', tryUnlock);
    // Without locks (a page without TLS) the tabs cannot coordinate: only the visible one plays it.
    if (isOver || !navigator.locks) return;
    await navigator.locks.request(LOCK_NAME, () => {
      if (isOver) return undefined;
      isFirst = true;
      return new Promise<void>((resolve) => {
        leave = resolve;
      });
    });
  }
  // A browser without audio stays silent.
  const tryUnlock = (): void => void unlock().catch(() => undefined);

  window.addEventListener('pointerdown', tryUnlock);
  window.addEventListener('keydown', tryUnlock);
  if (navigator.userActivation?.hasBeenActive) tryUnlock();

  return {
    ring() {
      if (audio && (navigator.locks ? isFirst : document.hasFocus())) play(audio);
    },
    silence() {
      isOver = true;
      isFirst = false;
      leave();
      window.removeEventListener('pointerdown', tryUnlock);
      window.removeEventListener('keydown', tryUnlock);
      void audio?.close().catch(() => undefined);
    },
  };
}
