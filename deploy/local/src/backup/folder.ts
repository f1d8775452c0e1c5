import { closeSync, createReadStream, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError, whyUnread } from '@mms/service-kit/config'
import { createByteReader } from './byte-reader.ts'
import { digestOf, type Header, readHeader } from './header.ts'

const LINK = /^mms-.*\.(backup|increment)$/
const BEGUN = /^mms-.*\.(backup|increment)\.part$/

/** Whether it is a whole backup or an increment. */
export const isLink = (name: string): boolean => LINK.test(name)

/** A backup and what it says of itself. */
export interface Link {
  address: string
  header: Header
  digest: string
}

/** Of folders in a data folder that a backup passes through; a command that was killed leaves one. */
export const COPIES = 'backup-copies-'
/** Of one that is not whole yet. */
export const UNFINISHED = '.part'

/** Puts on the disk which names a folder has. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** A backup by its first bytes. Throws a sentence. */
export async function readLink(file: string): Promise<Link> {
  const stream = createReadStream(file)
  try {
    const { header, encoded } = await readHeader(
      createByteReader(stream as AsyncIterable<Buffer>),
      `The backup ${file}`,
    )
    return { address: file, header, digest: digestOf(encoded) }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause
    throw new StartupError(`The backup ${file} ${whyUnread(cause)}.`, { cause })
  } finally {
    stream.destroy()
  }
}

/**
 * The oldest first, by their times. One of a time to come is of a clock that was ahead, and was made before those of a clock that is
 * right: it is no newer than they are.
 */
export function inOrder(links: readonly Link[], now = new Date().toISOString()): Link[] {
  const sorted = links.toSorted((a, b) => (a.header.at < b.header.at ? -1 : 1))
  const [ahead, past] = [
    sorted.filter(({ header }) => header.at > now),
    sorted.filter(({ header }) => header.at <= now),
  ]
  return [...ahead, ...past]
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(isLink)
  } catch (cause) {
    throw new StartupError(`The folder ${folder} of the backups ${whyUnread(cause)}.`, { cause })
  }
}

/** Backups and increments in a folder, the oldest first. What is none is left out. */
export async function listLinks(folder: string): Promise<Link[]> {
  const links = await Promise.all(
    namesIn(folder).map((name) => readLink(join(folder, name)).catch(() => undefined)),
  )
  return inOrder(links.filter((link) => link !== undefined))
}

/** Removes what a backup that was killed has left. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => BEGUN.test(each))) {
    rmSync(join(folder, name), { force: true })
  }
}
