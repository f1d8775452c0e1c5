import { useEffect, useState } from 'react'

/** A key that bounces, and a scanner that sends Enter twice, are faster than a person who has seen something. */
const FASTEST_MS = 50

/**
 * Whether what `shown` names has been on the screen for a frame, with no key since: only then a key can be meant for
 * it. Times are those of the keys themselves: one that was pressed before the frame, and is handled after it, was not.
 */
export function useSeen(shown: string | null) {
  const [watch] = useState(createWatch)
  useEffect(() => {
    watch.begin(shown !== null)
    return watch.end
  }, [watch, shown])
  return watch
}

function createWatch() {
  let isShown = false
  let frame = 0
  let task = 0
  let drawnAt = Number.POSITIVE_INFINITY
  let lastKeyAt = Number.NEGATIVE_INFINITY

  const end = () => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
    drawnAt = Number.POSITIVE_INFINITY
  }
  const begin = (isThere: boolean) => {
    end()
    isShown = isThere
    if (!isThere) return
    frame = requestAnimationFrame(() => {
      // A task after the frame's callbacks comes when its style, layout and paint are done.
      task = window.setTimeout(() => {
        drawnAt = performance.now()
      })
    })
  }
  return {
    begin,
    end,
    isSeenAt: (keyAt: number) => keyAt >= drawnAt && keyAt - lastKeyAt > FASTEST_MS,
    /** A key was pressed: what is shown must be seen again. */
    startAgain(keyAt: number) {
      lastKeyAt = keyAt
      begin(isShown)
    },
  }
}
