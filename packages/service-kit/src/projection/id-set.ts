import { hash } from 'node:crypto'

const BLOCK = 65_536

const fingerprintOf = (id: string) => hash('sha256', id, 'buffer').readBigUInt64BE()

/** Remembers ids in eight bytes each: a snapshot may hold millions. */
export function createIdSet() {
  const blocks: BigUint64Array[] = []
  let size = 0
  return {
    add(id: string): void {
      if (size % BLOCK === 0) blocks.push(new BigUint64Array(BLOCK))
      ;(blocks.at(-1) as BigUint64Array)[size % BLOCK] = fingerprintOf(id)
      size += 1
    },
    /** Those of a few ids that it does not hold. */
    missing(ids: readonly string[]): Set<string> {
      const wanted = new Map(ids.map((id) => [fingerprintOf(id), id]))
      for (const [index, block] of blocks.entries()) {
        for (const held of block.subarray(0, size - index * BLOCK)) wanted.delete(held)
      }
      return new Set(wanted.values())
    },
  }
}
