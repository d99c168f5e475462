// Synthesized sounds: a chip on cloth, the ball on wood, a soft bell. They are off until the player turns
// them on. The announcements are also spoken where the browser has a voice of the page's language and the
// player wants it. Each has a volume of its own.  [AR-14b] [FR-R15b]

import { readStored, store } from "./stored.js";

const KEY = "feltro.sound";
const LOUDEST = 100; // percent

/** @typedef {ReturnType<typeof createSounds>} Sounds */

/** @param {string} language */
export function createSounds(language, storageKey = KEY) {
  let isOn = readStored(`${storageKey}.sound`) === "on";
  let hasVoice = readStored(`${storageKey}.voice`) === "on";
  const volumes = { effects: storedVolume("effects"), voice: storedVolume("voice") }; // percent
  /** @type {AudioContext | null} */
  let sharedContext = null;
  /** @type {AudioBufferSourceNode | null} */
  let rollingSource = null;
  /** @type {GainNode | null} */
  let output = null; // what all effects pass through

  /** @param {string} name */
  function storedVolume(name) {
    const percent = Number(readStored(`${storageKey}.volume.${name}`) ?? LOUDEST);
    return percent >= 0 && percent <= LOUDEST ? percent : LOUDEST;
  }
  /** An ear hears half as loud at a quarter of the amplitude. */
  const effectGain = () => (volumes.effects / LOUDEST) ** 2;
  function audioContext() {
    if (!isOn) return null;
    if (!sharedContext) {
      sharedContext = new AudioContext();
      output = new GainNode(sharedContext, { gain: effectGain() });
      output.connect(sharedContext.destination);
    }
    if (sharedContext.state === "suspended") sharedContext.resume();
    return sharedContext;
  }

  /** @param {AudioContext} audio @param {number} seconds */
  function noise(audio, seconds) {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const data = buffer.getChannelData(0);
    let state = 22222; // any noise is suitable, so a simple recurrence generates it
    for (let i = 0; i < data.length; i += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      data[i] = state / 2 ** 31;
    }
    const source = audio.createBufferSource();
    source.buffer = buffer;
    return source;
  }

  /** @param {{ at?: number, tone: number, q: number, loud: number, long: number }} options */
  function playStrike({ at = 0, tone, q, loud, long }) {
    const audio = audioContext();
    if (!audio) return;
    const source = noise(audio, long);
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: tone, Q: q });
    const gain = new GainNode(audio, { gain: loud });
    const start = audio.currentTime + at;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    source.connect(filter).connect(gain).connect(/** @type {GainNode} */ (output));
    source.start(start);
    source.stop(start + long);
  }

  /** @param {number[]} notes @param {number} [loud] */
  function playBell(notes, loud = 0.05) {
    const audio = audioContext();
    if (!audio) return;
    notes.forEach((frequency, turn) => {
      const start = audio.currentTime + turn * 0.13;
      const tone = new OscillatorNode(audio, { type: "sine", frequency });
      const gain = new GainNode(audio, { gain: 0 });
      gain.gain.setValueAtTime(0.0001, start);
      gain.gain.exponentialRampToValueAtTime(loud, start + 0.015);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
      tone.connect(gain).connect(/** @type {GainNode} */ (output));
      tone.start(start);
      tone.stop(start + 0.75);
    });
  }

  function stopRolling() {
    rollingSource?.stop();
    rollingSource = null;
  }

  const effects = {
    chip: () => {
      playStrike({ tone: 3400, q: 4, loud: 0.5, long: 0.05 });
      playStrike({ at: 0.03, tone: 2500, q: 6, loud: 0.25, long: 0.05 });
    },
    card: () => playStrike({ tone: 2100, q: 0.9, loud: 0.2, long: 0.07 }),
    /** @param {number} left */
    knock: (left) => playStrike({ tone: 1500 + left * 180, q: 7, loud: 0.55, long: 0.07 }),
    roll() {
      const audio = audioContext();
      if (!audio) return;
      stopRolling();
      rollingSource = noise(audio, 2);
      rollingSource.loop = true;
      const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 620, Q: 1.4 });
      rollingSource.connect(filter).connect(new GainNode(audio, { gain: 0.05 })).connect(
        /** @type {GainNode} */ (output),
      );
      rollingSource.start();
    },
    rest: () => {
      stopRolling();
      playStrike({ tone: 900, q: 5, loud: 0.4, long: 0.12 });
    },
    collect: () => {
      for (let n = 0; n < 4; n += 1) {
        playStrike({ at: n * 0.05, tone: 2300 + n * 120, q: 5, loud: 0.22, long: 0.06 });
      }
    },
    paid: () => {
      for (let n = 0; n < 3; n += 1) playStrike({ at: n * 0.09, tone: 3100, q: 5, loud: 0.3, long: 0.05 });
    },
    turn: () => playBell([587, 784], 0.04),
    open: () => playBell([523, 659]),
    closed: () => playBell([440, 349]),
  };

  /** @param {string} text */
  function speak(text) {
    if (!hasVoice || !globalThis.speechSynthesis) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = language;
    utterance.voice =
      speechSynthesis.getVoices().find((voice) => voice.lang.replace("_", "-").startsWith(utterance.lang)) ??
        null;
    utterance.rate = 1;
    utterance.volume = volumes.voice / LOUDEST;
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  }

  return {
    ...effects,
    /** @param {string} name */
    play: (name) => /** @type {Record<string, Function>} */ (effects)[name]?.(),
    stopRolling,
    speak,
    get isOn() {
      return isOn;
    },
    get hasVoice() {
      return hasVoice;
    },
    canSpeak: "speechSynthesis" in window,
    /** @param {boolean} value */
    setOn(value) {
      isOn = value;
      store(`${storageKey}.sound`, value ? "on" : "off");
      if (!value) stopRolling();
      else effects.chip();
    },
    /** @param {boolean} value */
    setVoice(value) {
      hasVoice = value;
      store(`${storageKey}.voice`, value ? "on" : "off");
      if (!value) globalThis.speechSynthesis?.cancel();
    },
    /** @param {"effects" | "voice"} name */
    volumeOf: (name) => volumes[name],
    /** @param {"effects" | "voice"} name @param {number} percent */
    setVolume(name, percent) {
      volumes[name] = percent;
      store(`${storageKey}.volume.${name}`, String(percent));
      if (output) output.gain.value = effectGain();
    },
  };
}
