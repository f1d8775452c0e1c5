import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type Place, placeMessages } from './place-messages.ts'

/** Rest of the window's edges, in pixels: `md` is where the page's own margins grow. */
const MEDIUM = 768
const NAVIGATION = 56

const edges = () => {
  const side = window.innerWidth < MEDIUM ? 12 : 24
  return { side, bottom: side, top: NAVIGATION + side }
}

/**
 * Where messages stand: where they hide nothing that is used next. Looked at again when they change, when the focus
 * moves and when the page has been scrolled.
 */
export function useFreePlace(
  messages: RefObject<HTMLElement | null>,
  dialog: HTMLElement | undefined,
  shown: unknown,
): Place {
  const [place, setPlace] = useState<Place>('bottom-end')
  const look = () => {
    const box = messages.current
    if (!box || box.childElementCount === 0) return
    const { width, height } = box.getBoundingClientRect()
    setPlace(placeMessages(box, dialog ?? document, { width, height }, edges()))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages are another box
  useLayoutEffect(look, [shown, dialog])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` reads nothing that was drawn but the dialog
  useEffect(() => {
    const moments = ['focusin', 'scrollend', 'resize'] as const
    for (const moment of moments) window.addEventListener(moment, look)
    return () => {
      for (const moment of moments) window.removeEventListener(moment, look)
    }
  }, [dialog])
  return place
}
