let audio: AudioContext | undefined

/** What is said of a key that was dropped, until it is known for a person's. */
let pending: { say: () => void; timer: number } | undefined

/** A scanner has typed its next key by then. */
const SCAN_GAP_MS = 80

/** Two low tones: heard by a person who looks at the shelf and not at the screen. No file, no network. */
export function beepRefusal(): void {
  hushBeep()
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const delay of [0, 0.18]) beep(audio, audio.currentTime + delay)
  } catch {
    // A browser without sound: the sentence says it.
  }
}

/** The same for a key that was dropped, with what else there is to say, unless it turns out to be one of a scanner's. */
export function beepUnlessScanned(say: () => void = () => {}): void {
  hushBeep()
  pending = { say, timer: 0 }
  delayBeep()
}

/** The next key came as fast as a scanner's: what waits to be said waits for the one after it. */
export function delayBeep(): void {
  if (!pending) return
  const { say } = pending
  clearTimeout(pending.timer)
  pending.timer = window.setTimeout(() => {
    beepRefusal()
    say()
  }, SCAN_GAP_MS)
}

/** What waits is not said: its key was one of a scanner's. */
export function hushBeep(): void {
  clearTimeout(pending?.timer)
  pending = undefined
}

function beep(context: AudioContext, at: number): void {
  const tone = new OscillatorNode(context, { type: 'square', frequency: 196 })
  const volume = new GainNode(context, { gain: 0.15 })
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.12)
}
