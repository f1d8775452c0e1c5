/** A select list that opens under the mouse swallows the release, so other events end a press, too. */
const ENDS = ['pointerup', 'pointercancel', 'pointermove', 'keydown'] as const

let pressed: Promise<void> | undefined

/** Resolves after the click of the press that is under way. */
export const pressUnderWay = (): Promise<void> | undefined => pressed

/** Follows presses on the page; returns the function that stops it. */
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
    setTimeout(resolve)
  }
  for (const type of ENDS) document.addEventListener(type, end, { capture: true, signal: over.signal })
  return promise
}
