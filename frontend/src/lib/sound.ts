/** Six short sounds, synthesized here. Silent until the player turns sound on. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "chip" | "turn" | "win" | "lose" | "clock";

interface Tone {
  readonly from: number; // hertz
  readonly to?: number;
  readonly at: number; // seconds from the start
  readonly lasts: number;
  readonly loud: number;
  readonly wave?: OscillatorType;
}

interface Rush {
  readonly around: number; // hertz: noise through a band-pass filter-pass filter
  readonly at: number;
  readonly lasts: number;
  readonly loud: number;
}

const SOUNDS: Readonly<Record<Sound, { readonly tones?: readonly Tone[]; readonly rushes?: readonly Rush[] }>> = {
  card: { rushes: [{ around: 2_600, at: 0, lasts: 0.07, loud: 0.5 }] },
  chip: {
    tones: [
      { from: 2_350, at: 0, lasts: 0.045, loud: 0.22, wave: "triangle" },
      { from: 3_100, at: 0.035, lasts: 0.05, loud: 0.16, wave: "triangle" },
    ],
  },
  turn: {
    tones: [
      { from: 587, at: 0, lasts: 0.14, loud: 0.25 },
      { from: 880, at: 0.11, lasts: 0.2, loud: 0.22 },
    ],
  },
  win: {
    tones: [
      { from: 523, at: 0, lasts: 0.14, loud: 0.2 },
      { from: 659, at: 0.09, lasts: 0.14, loud: 0.2 },
      { from: 784, at: 0.18, lasts: 0.28, loud: 0.2 },
    ],
  },
  lose: { tones: [{ from: 294, to: 220, at: 0, lasts: 0.24, loud: 0.18 }] },
  clock: { tones: [{ from: 1_250, at: 0, lasts: 0.03, loud: 0.2, wave: "square" }] },
};

let context: AudioContext | undefined;

/** Browsers allow sound only after a click or key press, so this is created for the first sound. */
export function play(sound: Sound): void {
  if (settings.sound === "off" || settings.volume === 0) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const volume = context.createGain();
    volume.gain.value = (settings.volume / 100) ** 2;
    volume.connect(context.destination);
    for (const tone of SOUNDS[sound].tones ?? []) playTone(context, volume, tone);
    for (const rush of SOUNDS[sound].rushes ?? []) playRush(context, volume, rush);
  } catch {
    // A machine without sound can still play.
  }
}

function playTone(audio: AudioContext, to: AudioNode, tone: Tone): void {
  const start = audio.currentTime + tone.at;
  const source = audio.createOscillator();
  source.type = tone.wave ?? "sine";
  source.frequency.setValueAtTime(tone.from, start);
  if (tone.to !== undefined) source.frequency.exponentialRampToValueAtTime(tone.to, start + tone.lasts);
  source.connect(faded(audio, to, start, tone.lasts, tone.loud));
  source.start(start);
  source.stop(start + tone.lasts);
}

function playRush(audio: AudioContext, to: AudioNode, rush: Rush): void {
  const start = audio.currentTime + rush.at;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * rush.lasts), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = rush.around;
  source.connect(band).connect(faded(audio, to, start, rush.lasts, rush.loud));
  source.start(start);
}

/** A fast attack, then a decay to zero, so there is no click at either end. */
function faded(audio: AudioContext, to: AudioNode, start: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.008, lasts / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(to);
  return gain;
}
