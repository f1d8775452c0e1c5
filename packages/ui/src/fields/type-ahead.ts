import { flushSync } from 'react-dom'

type Step = () => void

interface Hold {
  onCancel: () => void
}

/** What was typed while nobody could say yet where it belongs, in its order. */
const queue: Step[] = []
let hold: Hold | null = null
let isReplaying = false
let isListening = false

/**
 * Keeps what is typed while an answer is awaited, and types it when the answer is there: keys are never lost, and
 * never reach the field that the person has left in mind already.
 *
 * ```ts
 * typeAhead.hold(() => setWaiting(false)) // Escape or a click gives up
 * typeAhead.release(() => choose(found))  // first this, then the keys
 * ```
 */
export const typeAhead = {
  /** Whether keys are kept at the moment. */
  isHolding: () => hold !== null || isReplaying,
  /** Keeps every key from now on. */
  hold(onCancel: () => void): void {
    hold = { onCancel }
    listen()
  },
  /** Does `first`, then types what was kept, until somebody holds again. */
  release(first: () => void): void {
    hold = null
    queue.unshift(first)
    isReplaying = true
    listen()
    queueMicrotask(replay)
  },
  /** Gives up: what was kept is forgotten. */
  cancel(): void {
    const given = hold
    hold = null
    queue.length = 0
    if (!isReplaying) stopListening()
    given?.onCancel()
  },
  /** Does `step` when its turn comes, in place of the last `keys` that were kept: they meant this. */
  enqueue(step: () => void, keys = 0): void {
    queue.splice(Math.max(0, queue.length - keys), keys, step)
  },
}

function replay(): void {
  while (queue.length > 0 && hold === null) {
    const step = queue.shift()
    // Each key meets the page as the one before has left it.
    if (step) flushSync(step)
  }
  isReplaying = false
  if (hold === null) stopListening()
}

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('keydown', keepKey, { capture: true })
  window.addEventListener('paste', keepPaste, { capture: true })
  window.addEventListener('pointerdown', typeAhead.cancel, { capture: true })
}

function stopListening(): void {
  isListening = false
  window.removeEventListener('keydown', keepKey, { capture: true })
  window.removeEventListener('paste', keepPaste, { capture: true })
  window.removeEventListener('pointerdown', typeAhead.cancel, { capture: true })
}

function keepKey(event: KeyboardEvent): void {
  // Replayed keys pass, and so do the browser's own commands.
  if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.isComposing || ['Shift', 'Dead', 'Process', 'Unidentified'].includes(event.key)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const { key, shiftKey, repeat } = event
  if (key === 'Escape') typeAhead.cancel()
  else queue.push(() => press({ key, shiftKey, repeat }))
}

function keepPaste(event: ClipboardEvent): void {
  if (!event.isTrusted) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const text = event.clipboardData?.getData('text/plain') ?? ''
  queue.push(() => void document.execCommand('insertText', false, text))
}

/** Presses a key as the browser would: first its event, then what the key does in a field. */
function press({ key, shiftKey, repeat }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'>): void {
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, shiftKey, repeat, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(event)) return
  // execCommand is the one way to type into a field that keeps selection and undo as the browser's own typing does.
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Delete') document.execCommand('forwardDelete')
  else if (key === 'Tab') focusBeside(target, shiftKey ? -1 : 1)
  else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  else if (key === 'Enter' && target instanceof HTMLButtonElement) target.click()
}

function focusBeside(target: Element, step: number): void {
  const form = target.closest('form')
  if (!form) return
  const fields = [...form.querySelectorAll<HTMLElement>('input, select, textarea, button')].filter(
    (field) => field.tabIndex >= 0 && !field.matches(':disabled'),
  )
  const next = fields[fields.indexOf(target as HTMLElement) + step]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
