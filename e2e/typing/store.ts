import { randomUUID } from 'node:crypto'
import { type Api, buildMedicine } from '../suite/api.ts'
import { isStocked, type Listed } from './script.ts'

const syllables =
  'pa ra ce ta mol ibu pro fen met for min am lo di pine ato va sta tin azi thro my cin cef ix ime do xy cyc line rab zole mon te lu kast vi zin cal ci um glime piri de telmi sar tan vita min'.split(
    ' ',
  )
const forms = ['Tablet', 'Capsule', 'Syrup', 'Drops']
const strengths = [5, 10, 20, 40, 50, 100, 250, 500, 650]
/** Rows per import request. */
const SENT_ROWS = 500
const makers = ['Cipla', 'Sun Pharma', 'Lupin', 'Torrent', 'Zydus']

/** Names that begin alike or contain each other. */
const likely = [
  [
    'Ibuprofen 400 mg',
    'Glimepiride + Metformin',
    'Metformin 500 mg',
    'Vitamin B-Complex',
    'Vitamin C 500 mg',
  ],
  ['Vitamin D3', 'Dolo 650', 'Paracetamol 500 mg', 'Telmisartan 40 mg', 'पैरासिटामोल 500'],
].flat()

function nameOf(index: number): string {
  if (index < likely.length) return likely[index] as string
  const part = (step: number) => syllables[(index * step + Math.floor(index / step)) % syllables.length] ?? ''
  const name = part(3) + part(7) + part(11)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${strengths[index % 9]} mg ${forms[index % 4]}`
}

/** An EAN-13 with its check digit. */
function barcodeOf(index: number): string {
  const digits = `890${String(index * 7_919).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** More than any session sells. */
const STOCK = 1_000_000

/** Imports medicines until `count` are in stock; returns all. */
export async function fillStore(api: Api, count: number): Promise<Listed[]> {
  const before = (await api.get<Listed[]>('/api/medicines')).filter(isStocked)
  for (let from = before.length; from < count; from += SENT_ROWS) {
    const rows = Array.from({ length: Math.min(SENT_ROWS, count - from) }, (_, at) => {
      const index = from + at
      const own = { name: nameOf(index), manufacturer: makers[index % 5] ?? '', barcode: barcodeOf(index) }
      const fields = buildMedicine({ ...own, currentStock: STOCK, unitPrice: 1 + (index % 400) })
      return { row: at + 1, fields }
    })
    const request = { fileName: 'shelf.csv', dryRun: false, setStock: false, rows }
    await api.put(`/api/medicines/imports/${randomUUID()}`, request)
  }
  return api.get<Listed[]>('/api/medicines')
}
