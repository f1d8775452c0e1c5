import { enterValue } from '@mms/sdk'
import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { cancelBeep, delayBeep } from './beep.ts'
import { createRecogniser } from './recognise.ts'

interface ScannerOptions {
  snapshot: () => () => void
  onScan: (code: string) => void
  isKnown: (code: string) => boolean
}

/**
 * The short pause ends a known code, or one that ended with Enter. Other codes need the long pause. A busy
 * computer can stall within a code, and half a code may name another batch.
 */
const PAUSE_MS = 150
const LONG_PAUSE_MS = 400

/** A scanner types into the focused field. Once recognised, its text moves from there to `onScan`. */
export function useScanner({ snapshot, onScan, isKnown }: ScannerOptions): void {
  const remember = useEffectEvent(snapshot)
  const scanned = useEffectEvent(onScan)
  const mayEnd = useEffectEvent(isKnown)
  useEffect(() => {
    const recogniser = createRecogniser()
    let takeBack = () => {}
    let timer = 0
    const takeBackOnce = () => {
      cancelBeep()
      takeBack()
      takeBack = () => {}
    }
    // Draws the scan at once. Otherwise the first key of the next scan can come before it.
    const take = (code: string) =>
      flushSync(() => {
        takeBackOnce()
        scanned(code)
      })
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

function beforeScan(restoreForm: () => void): () => void {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  const before = isField || field instanceof HTMLSelectElement ? field.value : undefined
  return () => {
    if (before !== undefined) enterValue(field as HTMLInputElement, before)
    restoreForm()
    if (field instanceof HTMLElement && document.activeElement !== field) field.focus()
  }
}
