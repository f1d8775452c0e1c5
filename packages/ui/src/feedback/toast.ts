import { sharedValue } from '../shared-value.ts'

export type ToastKind = 'success' | 'error' | 'info'
/** What can be done about a message; the message goes with it. */
export interface ToastAction {
  label: string
  run: () => void
  /** Aborted when there is nothing to do any more: the button goes, the message stays. */
  signal?: AbortSignal | undefined
}

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** A second, smaller line. */
  detail?: string | undefined
  action?: ToastAction | undefined
}

const MOST_AT_ONCE = 4
const toasts = sharedValue<readonly Toast[]>([])
let lastId = 0

/**
 * Shows a message for some seconds. The same text shown again moves to the end instead of doubling, unless there is
 * something to do about each.
 */
const shower =
  (kind: ToastKind) =>
  (text: string, detail?: string, action?: ToastAction): void => {
    const isSame = (toast: Toast) => toast.kind === kind && toast.text === text && toast.detail === detail
    const others = toasts.get().filter((toast) => !isSame(toast) || toast.action || action)
    lastId += 1
    const id = lastId
    const offered = action?.signal?.aborted ? undefined : action
    toasts.set([...others, { id, kind, text, detail, action: offered }].slice(-MOST_AT_ONCE))
    offered?.signal?.addEventListener('abort', () => dropAction(id), { once: true })
  }

function dropAction(id: number): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, action: undefined } : toast)))
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

export const useToasts = toasts.use

/**
 * Short messages in the corner: `toast.success('Medicine added successfully')`. Text only, never markup; an action is a
 * button, `toast.success('Sale of 2 × Paracetamol', 'Recorded', { label: 'Undo', run: undo })`, until its `signal` is
 * aborted.
 */
export const toast = {
  success: shower('success'),
  error: shower('error'),
  info: shower('info'),
  /** Takes what can be done off every message: it was offered to a person who has signed out. */
  dropActions: () => toasts.set(toasts.get().map((shown) => ({ ...shown, action: undefined }))),
  /** Takes every message off the screen. */
  clear: () => toasts.set([]),
}
