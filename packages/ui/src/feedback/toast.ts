import { sharedValue } from '../state/shared-value.ts'

export type ToastKind = 'success' | 'error' | 'info'
interface ToastAction {
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
const withoutAction = (toast: Toast): Toast => ({ ...toast, action: undefined })
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
    const drop = (toast: Toast) => (toast.id === id ? withoutAction(toast) : toast)
    offered?.signal?.addEventListener('abort', () => toasts.set(toasts.get().map(drop)), { once: true })
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
  dropActions: () => toasts.set(toasts.get().map(withoutAction)),
  clear: () => toasts.set([]),
}
