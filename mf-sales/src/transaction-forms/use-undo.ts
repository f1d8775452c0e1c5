import { notify, outbox } from '@mms/sdk'
import { useEffect, useRef } from 'react'
import { isUndoable, type Undoable, undo, undoableOf } from '../transactions/undo.ts'
import { isTransaction } from './submission.ts'

/** What undoes the last transaction recorded here; the key before Z is held, so no field types anything. */
export const undoKey = 'Alt+Z'

const isUndoKey = ({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  code === 'KeyZ' && altKey && !ctrlKey && !metaKey && !shiftKey

/**
 * The message about something recorded offers its undo, and one key undoes what was recorded last, then what was
 * recorded before it. The focus stays where somebody types.
 */
export function useUndo(): void {
  const recorded = useRef<Undoable[]>([])
  useEffect(() => {
    const take = (what: Undoable) => {
      const isHere = recorded.current.includes(what)
      recorded.current = recorded.current.filter((other) => other !== what)
      if (isHere) void undo(what)
    }
    const endOffer = outbox.offer((entry, answer) => {
      if (!isTransaction(entry) || !isUndoable(answer)) return undefined
      const what = undoableOf(answer._id, entry.title, [entry.body.medicineId])
      recorded.current.push(what)
      return { label: 'Undo', run: () => take(what) }
    })
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (event.repeat) return
      const last = recorded.current.at(-1)
      if (last) take(last)
      else notify.info('Nothing to undo', 'What was recorded earlier is undone in the history.')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      endOffer()
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}
