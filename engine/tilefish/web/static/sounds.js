// @ts-check
/** Sounds that the page makes itself: a few notes and noises for moves, the world's effects and the clock. */

/** @import { Settings } from "./settings.js" */

/**
 * A tone that glides from one pitch to another, or noise through a filter that does so: kind, the pitches in hertz,
 * beginning and length in seconds, loudness from 0 to 1.
 * @typedef {[kind: OscillatorType | "noise", from: number, to: number, at: number, length: number, loud: number]} Note
 */

/** @satisfies {Record<string, Note[]>} */
const SOUNDS = {
  move: [["noise", 900, 300, 0, 0.06, 0.5], ["sine", 180, 110, 0, 0.09, 0.5]],
  capture: [["noise", 2400, 500, 0, 0.09, 0.7], ["triangle", 240, 90, 0, 0.14, 0.6]],
  hit: [["noise", 3200, 300, 0, 0.14, 0.8], ["square", 150, 60, 0, 0.16, 0.25]],
  heal: [["sine", 520, 780, 0, 0.18, 0.4], ["sine", 780, 1040, 0.12, 0.22, 0.3]],
  ability: [["triangle", 330, 500, 0, 0.16, 0.4], ["triangle", 500, 660, 0.1, 0.2, 0.3]],
  die: [0, 0.07, 0.13, 0.21, 0.31].map((at) => /** @type {Note} */ (["noise", 2600, 1500, at, 0.035, 0.5])),
  check: [["triangle", 660, 660, 0, 0.1, 0.4], ["triangle", 880, 880, 0.11, 0.16, 0.4]],
  end: [523, 392, 330, 262].map((pitch, index) => /** @type {Note} */ (["triangle", pitch, pitch, index * 0.14, 0.3, 0.35])),
  belt: [["sawtooth", 70, 95, 0, 0.22, 0.18], ["noise", 500, 700, 0, 0.22, 0.2]],
  lava: [["noise", 300, 2600, 0, 0.5, 0.5], ["sine", 110, 50, 0, 0.4, 0.4]],
  water: [["sine", 620, 180, 0, 0.16, 0.45], ["noise", 1400, 350, 0.05, 0.35, 0.4]],
  crush: [["noise", 1800, 120, 0, 0.2, 0.9], ["square", 90, 40, 0, 0.22, 0.3]],
  fall: [["sine", 700, 70, 0, 0.5, 0.4]],
  stone: [["noise", 260, 420, 0, 0.3, 0.6]],
  spawn: [["sine", 392, 784, 0, 0.24, 0.35], ["sine", 588, 1176, 0.08, 0.26, 0.25]],
  low: [["square", 880, 880, 0, 0.06, 0.2], ["square", 880, 880, 0.14, 0.06, 0.2]],
};

/** @typedef {keyof typeof SOUNDS} Sound */

const LOUDNESS = 0.35;
/** Seconds after which silence is switched off: a browser computes it, too. */
const SILENCE = 3;

export class Sounds {
  /** @param {Settings} settings */
  constructor(settings) {
    this._settings = settings;
    /** @type {AudioContext | null} */
    this._context = null;
    /** @type {AudioBuffer | null} */
    this._noise = null;
    this._timer = 0;
    const wake = () => this._wake(); // browsers want a deed of the user before a page sounds
    addEventListener("pointerdown", wake, { capture: true });
    addEventListener("keydown", wake, { capture: true });
  }

  /**
   * @param {Iterable<Sound>} sounds
   * @param {number} [delay] seconds
   */
  play(sounds, delay = 0) {
    const context = this._context;
    if (!this._settings.sounds || !context || document.hidden) return;
    this._keepOn(context, delay);
    for (const sound of new Set(sounds)) {
      for (const each of SOUNDS[sound]) this._sound(context, each, delay);
    }
  }

  _wake() {
    if (!this._settings.sounds) return;
    this._context ??= new AudioContext();
    this._keepOn(this._context, 0);
  }

  /**
   * Switches the sound on for a while.
   * @param {AudioContext} context
   * @param {number} delay seconds before the next sound
   */
  _keepOn(context, delay) {
    if (context.state === "suspended") void context.resume();
    clearTimeout(this._timer);
    this._timer = setTimeout(() => context.suspend(), 1000 * (delay + SILENCE));
  }

  /**
   * @param {AudioContext} context
   * @param {Note} note
   * @param {number} delay
   */
  _sound(context, [kind, from, to, at, length, loud], delay) {
    const begin = context.currentTime + delay + at;
    const end = begin + length;
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud * LOUDNESS, begin);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(context.destination);
    const { source, pitch, output } = kind === "noise" ? this._noiseOf(context) : tone(context, kind);
    output.connect(gain);
    source.start(begin);
    source.stop(end);
    pitch.setValueAtTime(from, begin);
    pitch.exponentialRampToValueAtTime(to, end);
  }

  /**
   * Noise through a filter, whose pitch can be set.
   * @param {AudioContext} context
   */
  _noiseOf(context) {
    if (!this._noise) {
      this._noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = this._noise.getChannelData(0);
      for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
    }
    const source = new AudioBufferSourceNode(context, { buffer: this._noise });
    const output = new BiquadFilterNode(context, { type: "bandpass" });
    source.connect(output);
    return { source, pitch: output.frequency, output };
  }
}

/**
 * @param {AudioContext} context
 * @param {OscillatorType} type
 */
function tone(context, type) {
  const source = new OscillatorNode(context, { type });
  return { source, pitch: source.frequency, output: source };
}

/** The sounds of what happens to pieces. */
const OF_EVENTS = /** @type {Record<string, Sound>} */ ({
  captured: "capture",
  carried: "belt",
  crushed: "crush",
  drowned: "water",
  burned: "lava",
  fell: "fall",
  hurt: "hit",
  killed: "hit",
  healed: "heal",
  spawned: "spawn",
});

/**
 * The sounds of a move: its own, and those of what it did.
 * @param {{path: number[], uci: string, events: {kind: string}[], san: string}} moved
 * @returns {Sound[]}
 */
export function soundsOf({ uci, events, san }) {
  /** @type {Set<Sound>} */
  const sounds = new Set();
  for (const { kind } of events) {
    const sound = OF_EVENTS[kind];
    if (sound) sounds.add(sound);
  }
  if (uci.includes("=")) sounds.add("die");
  if (uci.includes("!")) sounds.add("ability");
  if (uci.includes(",")) sounds.add("stone");
  if (!sounds.has("capture")) sounds.add("move");
  if (/[+#]$/.test(san)) sounds.add("check");
  return [...sounds];
}
