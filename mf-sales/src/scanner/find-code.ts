import type { PickedMedicine } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'

/** The medicine of a code: at once where the catalogue is at hand, else when it has come. */
export function findCode(code: string): PickedMedicine | undefined | Promise<PickedMedicine | undefined> {
  if (catalogue.state().status === 'ready') return catalogue.findBarcode(code)
  return findWhenLoaded(code)
}

async function findWhenLoaded(code: string): Promise<PickedMedicine | undefined> {
  await catalogue.refresh()
  const { status, error } = catalogue.state()
  if (status !== 'ready') throw error ?? new Error('The medicines are not loaded')
  return catalogue.findBarcode(code)
}
