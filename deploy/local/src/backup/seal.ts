import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { StartupError } from '@mms/service-kit/config'
import type { ByteReader } from './byte-reader.ts'

const ALGORITHM = 'aes-256-gcm'
const CHUNK_BYTES = 1024 * 1024
const TAG_BYTES = 16

interface Chunk {
  key: Buffer
  /** Digest of the header. */
  about: Buffer
  index: number
  isLast: boolean
}

/** The key is of one backup, so that a counter never comes twice. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 6, 6)
  return nonce
}

/** Beside its content a chunk vouches for its header, its place, and whether another follows. */
const vouchedFor = ({ about, index, isLast }: Chunk) =>
  Buffer.concat([about, nonceOf(index), Buffer.from([isLast ? 1 : 0])])

function sealChunk(chunk: Chunk, plain: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, chunk.key, nonceOf(chunk.index)).setAAD(vouchedFor(chunk))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(plain.length)
  return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openChunk(chunk: Chunk, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(ALGORITHM, chunk.key, nonceOf(chunk.index), { authTagLength: TAG_BYTES })
  decipher.setAAD(vouchedFor(chunk)).setAuthTag(sealed.subarray(-TAG_BYTES))
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}

export interface Sealing {
  /** Of this backup alone. */
  key: Buffer
  /** Its bytes. */
  header: Buffer
}

/** Encrypts a stream after its header, in chunks. */
export async function* seal(source: AsyncIterable<Buffer>, { key, header }: Sealing): AsyncGenerator<Buffer> {
  const about = hash('sha256', header, 'buffer')
  let index = 0
  let pieces: Buffer[] = []
  let held = 0
  yield header
  for await (const piece of source) {
    pieces.push(piece)
    held += piece.length
    while (held > CHUNK_BYTES) {
      const all = Buffer.concat(pieces)
      yield sealChunk({ key, about, index, isLast: false }, all.subarray(0, CHUNK_BYTES))
      index += 1
      pieces = [all.subarray(CHUNK_BYTES)]
      held -= CHUNK_BYTES
    }
  }
  yield sealChunk({ key, about, index, isLast: true }, Buffer.concat(pieces))
}

/**
 * Decrypts what stands after the header. Nothing is returned that was not sealed so; a `StartupError` that begins with `name` says whether
 * it was cut or changed.
 */
export async function* unseal(
  reader: ByteReader,
  { key, header }: Sealing,
  name: string,
): AsyncGenerator<Buffer> {
  const about = hash('sha256', header, 'buffer')
  const cut = () => new StartupError(`${name} was cut: it ends before its end; take another backup.`)
  for (let index = 0; ; index += 1) {
    const length = await reader.take(4)
    if (length.length < 4) throw cut()
    const size = length.readUInt32BE()
    const changed = () =>
      new StartupError(
        `${name} is not as it was written: part ${index + 1} of it was changed; take another backup.`,
      )
    if (size > CHUNK_BYTES) throw changed()
    const sealed = await reader.take(size + TAG_BYTES)
    if (sealed.length < size + TAG_BYTES) throw cut()
    const isLast = await reader.isAtEnd()
    const plain = openChunk({ key, about, index, isLast }, sealed)
    if (!plain && isLast && openChunk({ key, about, index, isLast: false }, sealed)) throw cut()
    if (!plain) throw changed()
    yield plain
    if (isLast) return
  }
}
