import type { Question } from '@mms/contracts'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** A key that bounces is faster than a person who has seen something. */
const FASTEST_MS = 50

/** Calls `onSeen` once the question has been painted: the first frame draws it, the second comes after that. */
export function useSeen(asked: Question | null, onSeen: () => void): void {
  const seen = useEffectEvent(onSeen)
  useLayoutEffect(() => {
    if (!asked) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => seen())
    })
    return () => cancelAnimationFrame(frame)
  }, [asked])
}

/**
 * An Enter that cannot mean the question, seen at `seenAt`, submits nothing. It is judged by when it was pressed: on a slow
 * machine it may be handled after the question was drawn. Without a question, null, it only hears the key.
 */
export function useUnmeantEnter() {
  const lastKeyAt = useRef(Number.NEGATIVE_INFINITY)
  return (event: KeyboardEvent, seenAt: number | null): void => {
    const { key, timeStamp } = event
    const isBounce = timeStamp - lastKeyAt.current <= FASTEST_MS
    lastKeyAt.current = timeStamp
    if (seenAt !== null && key === 'Enter' && (isBounce || timeStamp < seenAt)) event.preventDefault()
  }
}
