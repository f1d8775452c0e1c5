import { parseBarcode } from '@mms/contracts'
import { type PickedMedicine, searchMedicines } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'

/** The medicine of a code: at once where the catalogue is at hand, else a promise of the server's answer. */
export function findCode(code: string): PickedMedicine | undefined | Promise<PickedMedicine | undefined> {
  const { status } = catalogue.state()
  if (status === 'ready') return catalogue.findBarcode(code)
  return findElsewhere(code)
}

async function findElsewhere(code: string): Promise<PickedMedicine | undefined> {
  await catalogue.refresh()
  if (catalogue.state().status === 'ready') return catalogue.findBarcode(code)
  const { items } = await searchMedicines(code, AbortSignal.timeout(15_000))
  const wanted = parseBarcode(code)
  return items.find(({ barcode }) => wanted !== null && barcode === wanted)
}
