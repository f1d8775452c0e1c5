import { typeAhead } from '@mms/ui'
import { useEffect, useEffectEvent } from 'react'
import { createRecogniser } from './recognise.ts'

interface ScannerOptions {
  /** Remembers the form as it is before a code types into it; returns the function that puts it back. */
  snapshot: () => () => void
  onScan: (code: string) => void
}

/**
 * Hears a scanner wherever the focus stands. What it types before it is known for one goes into some field, as any
 * key does; with its Enter that is taken back, and the code goes where codes go.
 */
export function useScanner({ snapshot, onScan }: ScannerOptions): void {
  const remember = useEffectEvent(snapshot)
  const scanned = useEffectEvent(onScan)
  useEffect(() => {
    const recognise = createRecogniser()
    let takeBack = () => {}
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.isTrusted || event.repeat) return
      const seen = recognise(event.key, event.timeStamp)
      if (seen.kind === 'began') {
        takeBack = beforeScan(remember())
        // What is kept changes the form before these digits reach it: that is what they are taken back to.
        if (typeAhead.isHolding()) typeAhead.enqueue(() => (takeBack = beforeScan(remember())))
      }
      if (seen.kind !== 'scan') return
      event.preventDefault()
      event.stopImmediatePropagation()
      const { code } = seen
      // Its digits were kept with what else was typed ahead: the code stands there in their place.
      if (typeAhead.isHolding()) return typeAhead.enqueue(() => scanned(code), code.length)
      takeBack()
      scanned(code)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

/** The form by itself, and whatever other field has the focus. */
function beforeScan(restoreForm: () => void): () => void {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  const before = isField || field instanceof HTMLSelectElement ? field.value : undefined
  return () => {
    if (before !== undefined) setValue(field as HTMLInputElement, before)
    restoreForm()
  }
}

/** As if it had been typed: React hears of it, too. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}
