import { hash, randomBytes } from 'node:crypto'
import { StartupError } from '@mms/service-kit/config'
import { z } from 'zod'
import type { ByteReader } from './byte-reader.ts'

const MAGIC = 'MMSBACK1'
/** Of its JSON. */
const LONGEST_BYTES = 16_384
/** What a header takes at most. */
export const LONGEST_HEADER_BYTES = MAGIC.length + 4 + LONGEST_BYTES
const SALT_BYTES = 32

const headerSchema = z.object({
  /** Whose data it is: see `installation.ts`. */
  installation: z.string(),
  /** Of the suite that made it. */
  release: z.string(),
  /** When it was begun: what was acknowledged before is in it. */
  at: z.iso.datetime(),
  key: z.string(),
  salt: z.base64(),
  /** Of an increment: the backup that it follows, by the digest of its header, and the whole one that both build on. */
  after: z.object({ link: z.string(), whole: z.string() }).optional(),
})

/** What a backup says of itself to those without its key; a change of it is detected. */
export type Header = z.output<typeof headerSchema>

export const newHeader = (about: Omit<Header, 'salt'>): Header => ({
  ...about,
  salt: randomBytes(SALT_BYTES).toString('base64'),
})

export const saltOf = ({ salt }: Header): Buffer => Buffer.from(salt, 'base64')

/** Names a backup: its header has a salt of its own, and each part of the rest vouches for the header. */
export const digestOf = (encoded: Buffer): string => hash('sha256', encoded)

export function encodeHeader(header: Header): Buffer {
  const body = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([Buffer.from(MAGIC), length, body])
}

/** The header, and its bytes as they stand there. Throws a `StartupError` that begins with `name`. */
export async function readHeader(
  reader: ByteReader,
  name: string,
): Promise<{ header: Header; encoded: Buffer }> {
  const start = await reader.take(MAGIC.length + 4)
  if (start.subarray(0, MAGIC.length).toString() !== MAGIC) {
    throw new StartupError(`${name} is no backup of this suite.`)
  }
  const length = start.length === MAGIC.length + 4 ? start.readUInt32BE(MAGIC.length) : 0
  const body = length <= LONGEST_BYTES ? await reader.take(length) : Buffer.alloc(0)
  try {
    return { header: headerSchema.parse(JSON.parse(body.toString())), encoded: Buffer.concat([start, body]) }
  } catch (cause) {
    throw new StartupError(`${name} is damaged in its first bytes.`, { cause })
  }
}
