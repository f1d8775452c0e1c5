let audio: AudioContext | undefined

/** Two low tones: heard by somebody who looks at the shelf and not at the screen. No file, no network. */
export function beepRefusal(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const delay of [0, 0.18]) beep(audio, audio.currentTime + delay)
  } catch {
    // A browser without sound: the sentence says it.
  }
}

function beep(context: AudioContext, at: number): void {
  const tone = new OscillatorNode(context, { type: 'square', frequency: 196 })
  const volume = new GainNode(context, { gain: 0.15 })
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.12)
}
