import { createHash } from 'node:crypto'
import type { Value } from './server.ts'

const BITS = 128

/** Of the rows of a table in whatever order: two tables with the same one hold the same rows. */
export function createDigest() {
  let sum = 0n
  let rows = 0
  return {
    add(row: readonly Value[]) {
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex')
      sum = BigInt.asUintN(BITS, sum + BigInt(`0x${hash.slice(0, BITS / 4)}`))
      rows += 1
    },
    result: () => ({ rows, digest: sum.toString(16) }),
  }
}
