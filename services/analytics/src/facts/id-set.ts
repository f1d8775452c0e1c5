const BLOCK = 65_536

/** The last 8 bytes of a UUID, which are random but for two bits. */
const fingerprintOf = (id: string) => BigInt(`0x${id.replaceAll('-', '').slice(16)}`)

/** Remembers which transactions a snapshot held, in eight bytes each: there may be millions. */
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
    missing(ids: string[]): string[] {
      const wanted = new Map(ids.map((id) => [fingerprintOf(id), id]))
      for (const [index, block] of blocks.entries()) {
        for (const known of block.subarray(0, size - index * BLOCK)) wanted.delete(known)
      }
      return [...wanted.values()]
    },
  }
}
