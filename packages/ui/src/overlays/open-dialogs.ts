import { sharedValue } from '../shared-value.ts'

const openDialogs = sharedValue<readonly HTMLDialogElement[]>([])

/** Adds a dialog that was opened; returns what removes it. */
export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.set([...openDialogs.get(), dialog])
  return () => openDialogs.set(openDialogs.get().filter((other) => other !== dialog))
}

/** The dialog in front, if one is open: nothing outside it can be seen whole, or reached. */
export const useFrontDialog = (): HTMLDialogElement | undefined => openDialogs.use().at(-1)
