import {
  accessSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  openAsBlob,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HOUR_MS } from '@mms/contracts'
import { createBucketClient } from '@mms/service-kit/bucket'
import { describeReadFailure, StartupError } from '@mms/service-kit/config'
import type { LocalConfig } from '../config.ts'
import { syncToDisk } from '../setup/data-folder.ts'
import { giveToOwner } from '../setup/owner.ts'

const PREFIX = 'mms-'
const UNFINISHED = '.part'
const TRANSFER_MS = 6 * HOUR_MS

const isBucket = (address: string) => /^https?:\/\/./.test(address)

const endOf = (installation: string) => `-${installation.slice(0, 8)}.tar.zst.age`

export const backupName = (at: string, installation: string): string =>
  `${PREFIX}${at.replaceAll(':', '-')}${endOf(installation)}`

/** Backups, oldest first. A future time (fast clock) counts as oldest, so that it is removed before newer backups. */
export function ownBackups(addresses: readonly string[], installation: string, now = new Date()): string[] {
  const isOwn = (name: string) => name.startsWith(PREFIX) && name.endsWith(endOf(installation))
  const own = addresses.filter((address) => isOwn(basename(address))).toSorted()
  const isAhead = (address: string) => basename(address) > backupName(now.toISOString(), installation)
  return [...own.filter(isAhead), ...own.filter((address) => !isAhead(address))]
}

export const backupAddress = (text: string): string =>
  isBucket(text) ? text.replace(/\/$/, '') : resolve(text)

function makeWritable(folder: string, dataFolder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    if (made !== undefined) giveToOwner(dataFolder, made)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartupError(
      `Cannot write a backup to ${folder} (${code}). Set BACKUP_TO to another folder, or let this user write there.`,
      { cause },
    )
  }
}

const folderTarget = (folder: string, { DATA_DIR }: LocalConfig) => ({
  /** Writes a backup under a temporary name and renames it once it is flushed. Returns its address. */
  async add(name: string, write: (file: string) => Promise<void>): Promise<string> {
    makeWritable(folder, DATA_DIR)
    const [begun, file] = [join(folder, name + UNFINISHED), join(folder, name)]
    // Removes unfinished files of a killed command.
    const end = name.slice(name.lastIndexOf('-')) + UNFINISHED
    for (const left of readdirSync(folder).filter((each) => each.endsWith(end))) rmSync(join(folder, left))
    try {
      await write(begun)
      giveToOwner(DATA_DIR, begun)
      renameSync(begun, file)
      syncToDisk(folder)
    } finally {
      rmSync(begun, { force: true })
    }
    return file
  },
  async list(): Promise<string[]> {
    if (!existsSync(folder)) throw new StartupError(`The backup folder ${folder} does not exist.`)
    return readdirSync(folder).map((name) => join(folder, name))
  },
  async fetch(address: string): Promise<string> {
    try {
      accessSync(address, constants.R_OK)
      return address
    } catch (cause) {
      throw new StartupError(`The backup ${address} ${describeReadFailure(cause)}.`, { cause })
    }
  },
  remove: async (address: string): Promise<void> => rmSync(address),
})

export type BackupTarget = ReturnType<typeof folderTarget>

function bucketTarget(url: string, config: LocalConfig, work: string): BackupTarget {
  const bucket = createBucketClient(url, config)
  return {
    async add(name, write) {
      const file = join(work, name)
      await write(file)
      await bucket.request('PUT', `/${name}`, { body: await openAsBlob(file), timeoutMs: TRANSFER_MS })
      return `${url}/${name}`
    },
    async list() {
      const addresses: string[] = []
      for await (const { key } of bucket.list(PREFIX)) addresses.push(`${url}/${key}`)
      return addresses
    },
    async fetch(address) {
      const file = join(work, basename(address))
      const { body } = await bucket.request('GET', `/${basename(address)}`, { timeoutMs: TRANSFER_MS })
      const content = Readable.fromWeb((body ?? new Blob([]).stream()) as never)
      await pipeline(content, createWriteStream(file, { mode: 0o600 }))
      return file
    },
    remove: async (address) => void (await bucket.request('DELETE', `/${basename(address)}`)),
  }
}

export const openTarget = (address: string, config: LocalConfig, work: string): BackupTarget =>
  isBucket(address) ? bucketTarget(address, config, work) : folderTarget(address, config)
