import { useSyncExternalStore } from 'react'

export type ToastKind = 'success' | 'error' | 'info'
export interface Toast {
  id: number
  kind: ToastKind
  text: string
  /** A second, smaller line. */
  detail?: string | undefined
}

const MOST_AT_ONCE = 4
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message for some seconds. The same text shown again moves to the end instead of doubling. */
function show(kind: ToastKind, text: string, detail?: string): void {
  const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text)
  lastId += 1
  set([...others, { id: lastId, kind, text, detail }].slice(-MOST_AT_ONCE))
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

/** Short messages in the corner: `toast.success('Medicine added successfully')`. Text only, never markup. */
export const toast = {
  success: (text: string, detail?: string) => show('success', text, detail),
  error: (text: string, detail?: string) => show('error', text, detail),
  info: (text: string, detail?: string) => show('info', text, detail),
  /** Takes every message off the screen. */
  clear: () => set([]),
}
