import { closeSync, createReadStream, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createByteReader } from './byte-reader.ts'
import { type Header, readHeader } from './header.ts'

const BACKUP = /^mms-.*\.backup$/
/** Whether a file or an object of this name is a whole backup. */
export const isBackup = (name: string): boolean => BACKUP.test(name)

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

async function headerOf(file: string): Promise<Header | undefined> {
  const stream = createReadStream(file)
  try {
    return (await readHeader(createByteReader(stream as AsyncIterable<Buffer>), file)).header
  } catch {
    return undefined
  } finally {
    stream.destroy()
  }
}

/** Whole backups of an installation in a folder, the oldest first: their names are their times. */
export async function listBackups(folder: string, installation: string): Promise<string[]> {
  const files = readdirSync(folder)
    .filter(isBackup)
    .toSorted()
    .map((name) => join(folder, name))
  const headers = await Promise.all(files.map(headerOf))
  return files.filter((_, index) => headers[index]?.installation === installation)
}

/** Removes what a backup that was killed has left. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(`.backup${UNFINISHED}`))) {
    rmSync(join(folder, name), { force: true })
  }
}
