import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Catalogue, columnsOf } from '@mms/contracts'
import type { IndexedMedicine } from '../search/store.ts'
import { forCounter } from './rules.ts'

/** Medicines that are written before the process serves other requests. */
const CHUNK = 1_000

type Frame = Omit<Catalogue, 'medicines' | 'columns' | 'deleted'>

/** The JSON of a whole catalogue, whose medicines are written as `inside` says. */
const framed = (frame: Frame, inside: string) =>
  `${JSON.stringify(frame).slice(0, -1)},${inside},"deleted":[]}`

/** Medicine by medicine, as the previous release's areas read it. Serves release 0.1. */
export async function writeRows(frame: Frame, medicines: readonly IndexedMedicine[]): Promise<string> {
  const parts: string[] = []
  for (let from = 0; from < medicines.length; from += CHUNK) {
    const rows = medicines.slice(from, from + CHUNK).map(forCounter)
    parts.push(JSON.stringify(rows).slice(1, -1))
    await nextTurn()
  }
  return framed(frame, `"medicines":[${parts.join(',')}]`)
}

/** Field by field. */
export async function writeColumns(frame: Frame, medicines: readonly IndexedMedicine[]): Promise<string> {
  const parts: string[] = []
  for (const [field, values] of Object.entries(columnsOf(medicines))) {
    parts.push(`"${field}":${JSON.stringify(values)}`)
    await nextTurn()
  }
  return framed(frame, `"medicines":[],"columns":{${parts.join(',')}}`)
}
