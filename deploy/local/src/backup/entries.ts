import { StartupError } from '@mms/service-kit/config'
import { z } from 'zod'
import { createByteReader } from './byte-reader.ts'

/** What a backup is made of, one after another. */
export interface Entry {
  /** Of the data folder, or of the rows of a database. */
  path: string
  content: AsyncIterable<Buffer>
}

const databaseSchema = z.object({
  service: z.string(),
  /** `pages`: those of an embedded database that changed since the backup before. */
  kind: z.enum(['sqlite', 'mysql', 'pages']),
  /** Of its entry. */
  path: z.string(),
  /** Table → rows. */
  tables: z.record(z.string(), z.int()),
  /** Of `pages`: the size and the digest of the database that they make. */
  becomes: z.object({ bytes: z.int(), digest: z.string() }).optional(),
})

export type DatabaseContent = z.output<typeof databaseSchema>

/** A place in the binary log of a server. */
const logPlaceSchema = z.object({ file: z.string().regex(/^[\w.-]+$/), position: z.int() })
export type LogPlace = z.output<typeof logPlaceSchema>

const contentsSchema = z.object({
  databases: z.array(databaseSchema),
  files: z.array(z.string()),
  /** Where the log of the server stood; undefined of embedded databases, and of a server that writes none. */
  log: logPlaceSchema.optional(),
})

/** What a backup says at its end that it holds. */
export type Contents = z.output<typeof contentsSchema>

const NAME = 1
const DATA = 2
const CONTENTS = 3
const FRAME_HEAD = 5

function frame(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD)
  head.writeUInt8(type)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** Entries as one stream; `contents` is asked last, when all have been read. */
export async function* packEntries(
  entries: AsyncIterable<Entry>,
  contents: () => Contents,
): AsyncGenerator<Buffer> {
  for await (const { path, content } of entries) {
    yield frame(NAME, Buffer.from(path))
    for await (const piece of content) yield frame(DATA, piece)
  }
  yield frame(CONTENTS, Buffer.from(JSON.stringify(contents())))
}

export interface Sink {
  write(piece: Buffer): Promise<unknown>
  close(): Promise<unknown>
}

/** Names of the data folder, in it or one folder below. */
const PATH = /^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)?$/

/** Takes a stream of `packEntries` apart, each entry into the sink that `open` makes for it. */
export async function unpackEntries(
  source: AsyncIterable<Buffer>,
  open: (path: string) => Promise<Sink>,
): Promise<Contents> {
  const reader = createByteReader(source)
  let sink: Sink | undefined
  try {
    for (;;) {
      const head = await reader.take(FRAME_HEAD)
      if (head.length < FRAME_HEAD) throw new StartupError('The backup has no list of what it holds.')
      const body = await reader.take(head.readUInt32BE(1))
      if (head[0] === DATA) {
        await sink?.write(body)
        continue
      }
      await sink?.close()
      sink = undefined
      if (head[0] === CONTENTS) return contentsSchema.parse(JSON.parse(body.toString()))
      const path = body.toString()
      if (!PATH.test(path)) throw new StartupError(`The backup holds ${path}, which no backup of ours does.`)
      sink = await open(path)
    }
  } finally {
    await sink?.close()
  }
}
