import { readsAsPackCode } from '@mms/contracts'
import { type KeyboardEvent, useRef } from 'react'

/** A second Enter within this time (ms) comes from the scanner, not from the user. */
const ECHO_MS = 100

/**
 * Handles codes of a scanner that types as slowly as a person. `isTyped` tells whether a field holds nothing but the
 * typed code, which `onCode` gets with its field.
 */
export function useSlowCode(
  isTyped: (field: HTMLInputElement) => boolean,
  onCode: (field: HTMLInputElement, code: string) => void,
) {
  const takenAt = useRef(Number.NEGATIVE_INFINITY)
  return (event: KeyboardEvent) => {
    const { key, target: field, timeStamp } = event
    if (key !== 'Enter' || !(field instanceof HTMLInputElement)) return
    const isEcho = timeStamp - takenAt.current < ECHO_MS
    if (!isEcho && !(isTyped(field) && readsAsPackCode(field.value))) return
    event.preventDefault()
    event.stopPropagation()
    if (isEcho) return
    takenAt.current = timeStamp
    onCode(field, field.value)
  }
}
