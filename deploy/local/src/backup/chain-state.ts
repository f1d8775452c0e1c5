import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The file in which a data folder notes what the next increment follows. */
const CHAIN_STATE = 'backup-chain.json'

const chainSchema = z.object({
  /** Of the newest backup. */
  address: z.string(),
  at: z.iso.datetime(),
  key: z.string(),
  /** What the header of the next one says. */
  next: z.object({ link: z.string(), whole: z.string() }),
  /** The digests of the pages of each database in it. */
  maps: z.record(
    z.string(),
    z.base64().transform((text): Buffer => Buffer.from(text, 'base64')),
  ),
})

/** The backup that the next increment follows. */
export type Followed = z.output<typeof chainSchema>

export function readChain(dataFolder: string): Followed | undefined {
  try {
    return chainSchema.parse(JSON.parse(readFileSync(join(dataFolder, CHAIN_STATE), 'utf8')))
  } catch {
    return undefined
  }
}

/** One that is lost costs no more than a whole backup in the place of an increment. */
export function writeChain(dataFolder: string, { maps, ...about }: Followed): void {
  const texts = Object.entries(maps).map(([path, map]) => [path, map.toString('base64')])
  const file = join(dataFolder, CHAIN_STATE)
  const content = JSON.stringify({ ...about, maps: Object.fromEntries(texts) })
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
