import { useLayoutEffect, useState } from 'react'

/** A key that bounces, and a scanner that sends Enter twice, are faster than a person who has seen something. */
const FASTEST_MS = 50

/**
 * Whether what `shown` names (nothing when null) has been painted, so that a key can be meant for it. Times are those of
 * the key events themselves: a key that was pressed before the paint may be handled after it.
 *
 * `const seen = useSeen(question); if (!seen.isSeenAt(event.timeStamp)) event.preventDefault()`
 */
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
      // A task after the frame's callbacks comes when its style, layout and paint are done.
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
    /** Nothing is shown until something else is drawn. */
    end() {
      isShown = false
      waitForPaint()
    },
    isPainted: () => paintedAt !== Number.POSITIVE_INFINITY,
    /** Whether a key pressed then can mean it: after the paint, and not as the bounce of the key before. */
    isSeenAt: (keyAt: number) => keyAt >= paintedAt && keyAt - lastKeyAt > FASTEST_MS,
    noteKey(keyAt: number) {
      lastKeyAt = keyAt
    },
    /** A key that may change what is shown: it must be painted again. */
    startAgain(keyAt: number) {
      lastKeyAt = keyAt
      waitForPaint()
    },
  }
}
