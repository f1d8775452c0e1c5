import { readPackCode, type ScannedPack } from '@mms/contracts'
import { storeToday } from '@mms/sdk'
import type { PickedMedicine } from '../medicines/api.ts'
import { catalogue } from '../medicines/catalogue.ts'
import { shortenText } from '../scanner/refuse.ts'
import * as words from '../words/scanned-medicine.ts'

type Refusal = [sentence: string, detail: string]

/** Returns the scanned pack and its medicine. `nothing` is the text for an unknown code. */
export function readScan(
  code: string,
  nothing: string,
): { pack: ScannedPack; medicine: PickedMedicine } | { refusal: Refusal } {
  const pack = readPackCode(code, storeToday())
  const { text, gtin } = pack
  const refuse = (...refusal: Refusal) => ({ refusal })
  if (document.querySelector('dialog[open]'))
    return refuse(words.barcodeIgnored(shortenText(text)), words.answerFirst)
  if (catalogue.state().status !== 'ready')
    return refuse(words.barcodeIgnored(shortenText(text)), words.stillLoading)
  const barcode = /\D/.test(text) ? gtin : text
  if (!barcode) return refuse(words.unreadable(shortenText(text)), nothing)
  const medicine = catalogue.findBarcode(gtin ?? barcode)
  return medicine ? { pack, medicine } : refuse(words.unknownBarcode(barcode), nothing)
}
