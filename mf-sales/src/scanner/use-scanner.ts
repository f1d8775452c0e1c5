import { enterValue } from '@mms/sdk'
import { useEffect, useEffectEvent } from 'react'
import { delayBeep, hushBeep } from './beep.ts'
import { createRecogniser } from './recognise.ts'

interface ScannerOptions {
  /** Remembers the form as it is before a code types into it; returns the function that puts it back. */
  snapshot: () => () => void
  onScan: (code: string) => void
  /** Whether a medicine has this code, so that nothing of it is missing. */
  isKnown: (code: string) => boolean
}

/**
 * After so long without a key a code has ended, if Enter ended it or it is one that is known; after the longer time any.
 * A busy machine stops for longer than the short time in the middle of a code, and half a code names another batch.
 */
const PAUSE_MS = 150
const LONG_PAUSE_MS = 400

/**
 * Hears a scanner wherever the focus stands. What it types before it is known for one goes into some field, as any
 * key does; then that is taken back, and the code goes where codes go.
 */
export function useScanner({ snapshot, onScan, isKnown }: ScannerOptions): void {
  const remember = useEffectEvent(snapshot)
  const scanned = useEffectEvent(onScan)
  const mayEnd = useEffectEvent(isKnown)
  useEffect(() => {
    const recogniser = createRecogniser()
    let takeBack = () => {}
    let timer = 0
    const takeBackOnce = () => {
      hushBeep()
      takeBack()
      takeBack = () => {}
    }
    const take = (code: string) => {
      takeBackOnce()
      scanned(code)
    }
    const onPause = (isLong: boolean) => {
      const code = recogniser.pause((text) => isLong || mayEnd(text))
      if (code !== null) take(code)
      else if (!isLong) timer = window.setTimeout(onPause, LONG_PAUSE_MS, true)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.isTrusted || event.repeat) return
      const heard = recogniser.hear(event, event.timeStamp)
      if (heard.kind === 'other') return
      clearTimeout(timer)
      if (heard.kind === 'began') takeBack = beforeScan(remember())
      if (heard.kind !== 'scan') timer = window.setTimeout(onPause, PAUSE_MS, false)
      if (heard.kind === 'typed') delayBeep()
      if (heard.kind === 'began' || heard.kind === 'typed') return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (heard.kind === 'pack') takeBackOnce()
      else if (heard.kind === 'scan') take(heard.code)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [])
}

/** The form by itself, and whatever other field has the focus. */
function beforeScan(restoreForm: () => void): () => void {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  const before = isField || field instanceof HTMLSelectElement ? field.value : undefined
  return () => {
    if (before !== undefined) enterValue(field as HTMLInputElement, before)
    restoreForm()
    // Keys of the code may have moved the focus, or opened a list.
    if (field instanceof HTMLElement && document.activeElement !== field) field.focus()
  }
}
