import { sharedValue } from '../state/shared-value.ts'

export type ToastKind = 'success' | 'error' | 'info'
export interface ToastAction {
  label: string
  run: () => void
  /** Aborting it removes the button but keeps the message. */
  signal?: AbortSignal | undefined
}

export interface Toast {
  id: number
  kind: ToastKind
  text: string
  detail?: string | undefined
  action?: ToastAction | undefined
}

const MOST_AT_ONCE = 4
const toasts = sharedValue<readonly Toast[]>([])
let lastId = 0

/** Shows a message for some seconds. Repeating a message moves it to the end, unless it has an action. */
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

/** Short messages in the corner. Shown as text, never as HTML. */
export const toast = {
  success: shower('success'),
  error: shower('error'),
  info: shower('info'),
  /** Removes all action buttons. Call it at sign-out, because the actions belong to that user. */
  dropActions: () => toasts.set(toasts.get().map((shown) => ({ ...shown, action: undefined }))),
  clear: () => toasts.set([]),
}
