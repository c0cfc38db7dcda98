import type { Direction } from '../../../core/market/direction.ts';

/** Two notes, in Hz: up for CALL, down for PUT. */
const NOTES: Readonly<Record<Direction, readonly [number, number]>> = { CALL: [660, 880], PUT: [660, 494] };
const NOTE_S = 0.18;
const VOLUME = 0.2;
/** In ms: two short for CALL, one long for PUT. */
const PATTERNS: Readonly<Record<Direction, number[]>> = { CALL: [80, 60, 80], PUT: [220] };

let audio: AudioContext | undefined;

/** Plays two notes or moves the device's motor, where it has one. Browsers allow neither before the page was touched. */
export function giveAlert(alert: 'sound' | 'vibration', direction: Direction): void {
  if (!navigator.userActivation.hasBeenActive) return;
  if (alert === 'sound') sound(direction);
  else navigator.vibrate(PATTERNS[direction]);
}

function sound(direction: Direction): void {
  audio ??= new AudioContext();
  void audio.resume();
  const startS = audio.currentTime;
  for (const [index, hertz] of NOTES[direction].entries()) {
    const fromS = startS + index * NOTE_S;
    const tone = new OscillatorNode(audio, { frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, fromS);
    gain.gain.linearRampToValueAtTime(VOLUME, fromS + 0.01);
    gain.gain.linearRampToValueAtTime(0, fromS + NOTE_S);
    tone.connect(gain).connect(audio.destination);
    tone.start(fromS);
    tone.stop(fromS + NOTE_S);
  }
}
