import { useLayoutEffect, useState } from 'react'

/** Milliseconds. Bouncing keys and a scanner's second Enter are faster than a user who has seen something. */
const FASTEST_MS = 50

/** True if `shown` was painted before a key was pressed. Uses the event's time: its handling may follow the paint. */
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
      // A task after the frame's callbacks runs once the frame is painted.
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
