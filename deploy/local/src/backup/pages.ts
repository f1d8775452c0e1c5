import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { StartupError } from '@mms/service-kit/config'
import { createByteReader } from './byte-reader.ts'

/** What the name of an entry ends with that holds the pages of a database. */
export const PAGES = '.pages'
/** Compared and written in one piece, whatever size the database's own pages have. */
export const PAGE_BYTES = 4_096
const DIGEST_BYTES = 16
const NUMBER_BYTES = 4
/** Pages that are handed on together. */
const TOGETHER = 64

/** The digests of all pages of a database, one after another. */
export type PageMap = Buffer

const pageDigest = (page: Buffer) => hash('sha256', page, 'buffer').subarray(0, DIGEST_BYTES)

const numbered = (number: number, page: Buffer) => {
  const head = Buffer.alloc(NUMBER_BYTES)
  head.writeUInt32BE(number)
  return Buffer.concat([head, page])
}

async function* pagesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const reader = createByteReader(content)
  for (;;) {
    const page = await reader.take(PAGE_BYTES)
    if (page.length > 0) yield page
    if (page.length < PAGE_BYTES) return
  }
}

export interface Mapped {
  map: PageMap
  /** Of the database. */
  bytes: number
}

/**
 * The pages of a database that are not as in `before`, each after its number; without `before` the whole database as it is. `done` is
 * called at its end.
 */
export async function* changedPages(
  content: AsyncIterable<Buffer>,
  before: PageMap | undefined,
  done: (mapped: Mapped) => void,
): AsyncGenerator<Buffer> {
  const digests: Buffer[] = []
  let held: Buffer[] = []
  let bytes = 0
  for await (const page of pagesOf(content)) {
    const digest = pageDigest(page)
    const at = digests.length * DIGEST_BYTES
    if (!before) held.push(page)
    else if (!digest.equals(before.subarray(at, at + DIGEST_BYTES))) held.push(numbered(digests.length, page))
    digests.push(digest)
    bytes += page.length
    if (held.length < TOGETHER) continue
    yield Buffer.concat(held)
    held = []
  }
  if (held.length > 0) yield Buffer.concat(held)
  done({ map: Buffer.concat(digests), bytes })
}

/** What a database is by its pages: its size and the digest of its map. */
export const stateOf = ({ map, bytes }: Mapped) => ({ bytes, digest: hash('sha256', map) })

/** Writes the pages of `changedPages` to the database they were compared with. */
export async function applyPages(file: string, changes: AsyncIterable<Buffer>, bytes: number): Promise<void> {
  const reader = createByteReader(changes)
  const handle = await open(file, 'r+').catch(() => open(file, 'w+', 0o600))
  try {
    for (;;) {
      const head = await reader.take(NUMBER_BYTES)
      if (head.length < NUMBER_BYTES) break
      const at = head.readUInt32BE() * PAGE_BYTES
      const page = await reader.take(Math.min(PAGE_BYTES, bytes - at))
      await handle.write(page, 0, page.length, at)
    }
    await handle.truncate(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Throws unless a database is what its pages made of it when they were written. */
export async function assertState(
  content: AsyncIterable<Buffer>,
  expected: { bytes: number; digest: string },
  name: string,
): Promise<void> {
  let found = { bytes: 0, digest: '' }
  const compared = changedPages(content, undefined, (mapped) => {
    found = stateOf(mapped)
  })
  for await (const _ of compared);
  if (found.bytes === expected.bytes && found.digest === expected.digest) return
  throw new StartupError(`The increments do not make ${name} what it was.`)
}
