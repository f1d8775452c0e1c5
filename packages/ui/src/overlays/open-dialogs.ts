import { sharedValue } from '../state/shared-value.ts'

const openDialogs = sharedValue<readonly HTMLDialogElement[]>([])

export function addOpenDialog(dialog: HTMLDialogElement): () => void {
  openDialogs.set([...openDialogs.get(), dialog])
  return () => openDialogs.set(openDialogs.get().filter((other) => other !== dialog))
}

/** The front dialog, if any. Nothing outside it can be reached. */
export const useFrontDialog = (): HTMLDialogElement | undefined => openDialogs.use().at(-1)
