import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error' | 'info'
/** What can be done about a message; the message goes with it. */
export interface ToastAction {
  label: string
  run: () => void
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
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message for some seconds. The same text shown again moves to the end instead of doubling, unless there is
 * something to do about each.
 */
const shower =
  (kind: ToastKind) =>
  (text: string, detail?: string, action?: ToastAction): void => {
    const others = toasts.filter(
      (toast) => toast.kind !== kind || toast.text !== text || toast.action || action,
    )
    lastId += 1
    set([...others, { id: lastId, kind, text, detail, action }].slice(-MOST_AT_ONCE))
  }

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}

/**
 * Short messages in the corner: `toast.success('Medicine added successfully')`. Text only, never markup; an action is a
 * button, `toast.success('Sold', 'Paracetamol', { label: 'Undo', run: undo })`.
 */
export const toast = {
  success: shower('success'),
  error: shower('error'),
  info: shower('info'),
  /** Takes every message off the screen. */
  clear: () => set([]),
}
