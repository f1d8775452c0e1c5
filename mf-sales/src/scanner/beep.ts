let audio: AudioContext | undefined

let pending: { say: () => void; timer: number } | undefined

/** Maximum milliseconds between two keys of a scanner. */
const SCAN_GAP_MS = 80

/** Two low tones for users who look at the shelf. They need no file or network. */
export function beepRefusal(): void {
  cancelBeep()
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const delay of [0, 0.18]) beep(audio, audio.currentTime + delay)
  } catch {
    // No sound is available. The message on screen is enough.
  }
}

export function beepUnlessScanned(say: () => void = () => {}): void {
  cancelBeep()
  pending = { say, timer: 0 }
  delayBeep()
}

export function delayBeep(): void {
  if (!pending) return
  const { say } = pending
  clearTimeout(pending.timer)
  pending.timer = window.setTimeout(() => {
    beepRefusal()
    say()
  }, SCAN_GAP_MS)
}

export function cancelBeep(): void {
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
