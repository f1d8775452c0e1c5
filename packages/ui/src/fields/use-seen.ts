import { useLayoutEffect, useState } from 'react'

/** Milliseconds. A user who has seen something is slower than bouncing keys and a scanner's second Enter. */
const FASTEST_MS = 50

/** Tells whether `shown` was on the screen when a key was pressed. Uses the event's time, as handling may be late. */
export function useSeen(shown: unknown) {
  const [watch] = useState(createWatch)
  useLayoutEffect(() => {
    if (shown === null) return
    watch.begin()
    return watch.end
  }, [watch, shown])
  return watch
}

function createWatch() {
  let isShown = false
  let frame = 0
  let task = 0
  let paintedAt = Number.POSITIVE_INFINITY
  let lastKeyAt = Number.NEGATIVE_INFINITY

  const waitForPaint = () => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
    paintedAt = Number.POSITIVE_INFINITY
    if (!isShown) return
    frame = requestAnimationFrame(() => {
      // A task queued in a frame's callback runs after that frame was painted.
      task = window.setTimeout(() => {
        paintedAt = performance.now()
      })
    })
  }
  return {
    begin() {
      isShown = true
      waitForPaint()
    },
    end() {
      isShown = false
      waitForPaint()
    },
    isPainted: () => paintedAt !== Number.POSITIVE_INFINITY,
    isSeenAt: (keyAt: number) => keyAt >= paintedAt && keyAt - lastKeyAt > FASTEST_MS,
    noteKey(keyAt: number) {
      lastKeyAt = keyAt
    },
    startAgain(keyAt: number) {
      lastKeyAt = keyAt
      waitForPaint()
    },
  }
}
