import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function set(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** Remembers a dialog that was opened; returns what forgets it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  set([...open, dialog])
  return () => set(open.filter((other) => other !== dialog))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The dialog in front, if one is open: nothing outside it can be seen whole, or reached. */
export function useFrontDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}
