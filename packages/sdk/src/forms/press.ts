/** What ends a press; a list of choices that opens under the mouse keeps the release for itself. */
const ENDS = ['pointerup', 'pointercancel', 'pointermove', 'keydown'] as const

let pressed: Promise<void> | undefined

/** While a mouse button or a finger is down: what resolves after the click that its release makes. */
export const pressUnderWay = (): Promise<void> | undefined => pressed

/** Follows presses anywhere on the page; returns what ends it. */
export function followPresses(): () => void {
  const following = new AbortController()
  const onDown = () => {
    pressed = untilReleased()
  }
  document.addEventListener('pointerdown', onDown, { capture: true, signal: following.signal })
  return () => following.abort()
}

function untilReleased(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const end = (event: Event) => {
    if (event.type === 'pointermove' && (event as PointerEvent).buttons !== 0) return
    over.abort()
    if (pressed === promise) pressed = undefined
    // in a later task than the click
    setTimeout(resolve)
  }
  for (const type of ENDS) document.addEventListener(type, end, { capture: true, signal: over.signal })
  return promise
}
