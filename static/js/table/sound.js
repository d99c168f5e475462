// Sounds made here, from noise and tones: a chip on cloth, the ball on wood, a soft bell. Off until the player wants them. The
// announcements are spoken too where the browser has a voice of the page's language and the player asks for it.  [AR-14b] [FR-R15b]

const KEY = "feltro.sound";

export function sounds(language, kept = KEY) {
  let wanted = read("sound");
  let voice = read("voice");
  let context = null;
  let rolling = null;

  function read(name) {
    try {
      return localStorage.getItem(`${kept}.${name}`) === "on";
    } catch {
      return false;
    }
  }
  function keep(name, on) {
    try {
      localStorage.setItem(`${kept}.${name}`, on ? "on" : "off");
    } catch { /* not kept, still on for now */ }
  }
  function stage() {
    if (!wanted) return null;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    return context;
  }

  function noise(audio, seconds) {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const data = buffer.getChannelData(0);
    let state = 22222; // any noise will do, so a plain recurrence makes it
    for (let i = 0; i < data.length; i += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      data[i] = state / 2 ** 31;
    }
    const source = audio.createBufferSource();
    source.buffer = buffer;
    return source;
  }

  function strike({ at = 0, tone, q, loud, long }) {
    const audio = stage();
    if (!audio) return;
    const source = noise(audio, long);
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: tone, Q: q });
    const gain = new GainNode(audio, { gain: loud });
    const start = audio.currentTime + at;
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    source.connect(filter).connect(gain).connect(audio.destination);
    source.start(start);
    source.stop(start + long);
  }

  function bell(notes, loud = 0.05) {
    const audio = stage();
    if (!audio) return;
    notes.forEach((frequency, turn) => {
      const start = audio.currentTime + turn * 0.13;
      const tone = new OscillatorNode(audio, { type: "sine", frequency });
      const gain = new GainNode(audio, { gain: 0 });
      gain.gain.setValueAtTime(0.0001, start);
      gain.gain.exponentialRampToValueAtTime(loud, start + 0.015);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.75);
    });
  }

  function hush() {
    rolling?.stop();
    rolling = null;
  }

  const made = {
    chip: () => {
      strike({ tone: 3400, q: 4, loud: 0.5, long: 0.05 });
      strike({ at: 0.03, tone: 2500, q: 6, loud: 0.25, long: 0.05 });
    },
    card: () => strike({ tone: 2100, q: 0.9, loud: 0.2, long: 0.07 }),
    knock: (left) => strike({ tone: 1500 + left * 180, q: 7, loud: 0.55, long: 0.07 }),
    roll() {
      const audio = stage();
      if (!audio) return;
      hush();
      rolling = noise(audio, 2);
      rolling.loop = true;
      const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 620, Q: 1.4 });
      rolling.connect(filter).connect(new GainNode(audio, { gain: 0.05 })).connect(audio.destination);
      rolling.start();
    },
    rest: () => {
      hush();
      strike({ tone: 900, q: 5, loud: 0.4, long: 0.12 });
    },
    collect: () => {
      for (let n = 0; n < 4; n += 1) {
        strike({ at: n * 0.05, tone: 2300 + n * 120, q: 5, loud: 0.22, long: 0.06 });
      }
    },
    paid: () => {
      for (let n = 0; n < 3; n += 1) strike({ at: n * 0.09, tone: 3100, q: 5, loud: 0.3, long: 0.05 });
    },
    turn: () => bell([587, 784], 0.04),
    open: () => bell([523, 659]),
    closed: () => bell([440, 349]),
  };

  function speak(text) {
    if (!voice || !globalThis.speechSynthesis) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = language.startsWith("pt") ? "pt-PT" : "en-GB";
    words.voice =
      speechSynthesis.getVoices().find((each) => each.lang.replace("_", "-").startsWith(words.lang)) ?? null;
    words.rate = 1;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }

  return {
    ...made,
    play: (name) => made[name]?.(),
    hush,
    speak,
    get on() {
      return wanted;
    },
    get spoken() {
      return voice;
    },
    canSpeak: "speechSynthesis" in window,
    turn(on) {
      wanted = on;
      keep("sound", on);
      if (!on) hush();
      else made.chip();
    },
    turnVoice(on) {
      voice = on;
      keep("voice", on);
      if (!on) globalThis.speechSynthesis?.cancel();
    },
  };
}
