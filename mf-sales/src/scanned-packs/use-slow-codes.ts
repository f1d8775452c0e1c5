import { readsAsPackCode } from '@mms/contracts'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { TransactionFormApi } from '../draft/use-transaction-form.ts'
import type { TypedText } from '../medicines/medicine-picker.tsx'

/** Milliseconds in which a second Enter is the scanner's. */
const ECHO_MS = 100

/** A code in the picker or in Quantity that came too slowly to be recognised by its key times. */
export function useSlowCodes(
  form: TransactionFormApi,
  typed: RefObject<TypedText | null>,
  onScan: (code: string) => void,
) {
  const run = useRef({ text: '', before: '' })
  const takenAt = useRef(Number.NEGATIVE_INFINITY)
  return (event: KeyboardEvent) => {
    const { key, target, timeStamp } = event
    if (!(target instanceof HTMLInputElement)) return
    const { name, value } = target
    const { text, before } = run.current
    if (key.length === 1)
      run.current = text === value ? { text: text + key, before } : { text: key, before: value }
    const isEcho = timeStamp - takenAt.current < ECHO_MS
    const isWhole = target.role === 'combobox' || (name === 'quantity' && value === text)
    if (key !== 'Enter' || !(isEcho || (isWhole && readsAsPackCode(value)))) return
    event.preventDefault()
    event.stopPropagation()
    if (isEcho) return
    takenAt.current = timeStamp
    if (name === 'quantity') form.set('quantity', before)
    else typed.current?.write('')
    onScan(value)
  }
}
