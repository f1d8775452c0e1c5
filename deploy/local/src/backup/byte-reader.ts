/** Takes bytes off a stream in pieces of the size that is wanted. */
export interface ByteReader {
  /** The next `length` bytes, or as many as there are before the end. */
  take(length: number): Promise<Buffer>
  isAtEnd(): Promise<boolean>
}

export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]()
  let pieces: Buffer[] = []
  let held = 0

  const fill = async (length: number) => {
    while (held < length) {
      const next = await iterator.next()
      if (next.done) return
      pieces.push(next.value)
      held += next.value.length
    }
  }

  return {
    async take(length) {
      await fill(length)
      const all = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
      const taken = all.subarray(0, length)
      const rest = all.subarray(taken.length)
      pieces = rest.length > 0 ? [rest] : []
      held = rest.length
      return taken
    },
    async isAtEnd() {
      await fill(1)
      return held === 0
    },
  }
}
