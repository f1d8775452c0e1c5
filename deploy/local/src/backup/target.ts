import {
  accessSync,
  constants,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BucketClient, createBucketClient } from '@mms/service-kit/bucket'
import { StartupError } from '@mms/service-kit/config'
import type { LocalConfig } from '../config.ts'
import { giveToOwner } from '../setup/owner.ts'
import { createByteReader } from './byte-reader.ts'
import { COPIES, inOrder, isLink, type Link, listLinks, readLink, removeUnfinished } from './folder.ts'
import { digestOf, LONGEST_HEADER_BYTES, readHeader } from './header.ts'

/** Where backups are: their addresses are files, or stand in a bucket. Failures are sentences. */
export interface BackupTarget {
  /** Makes room for a new one, and removes what was left unfinished; returns the folder in which it is written. */
  stage(): string
  /** Puts a written one in its place; returns its address. */
  keep(file: string): Promise<string>
  /** All that are there, of any installation, the oldest first. */
  links(): Promise<Link[]>
  /** One of them. */
  link(address: string): Promise<Link>
  /** The file of one, for as long as `work` takes. */
  open<T>(address: string, work: (file: string) => Promise<T>): Promise<T>
  remove(address: string): Promise<void>
}

/** What a bucket takes in one piece. */
const MOST_BYTES = 5 * 1024 ** 3
/** Headers that are asked for together. */
const AT_ONCE = 16
/** Of one backup, on its way there or back. */
const TRANSFER_MS = 6 * 3_600_000

const BUCKET = /^https?:\/\/./

/** What `--to` or BACKUP_TO says: the address of a bucket, or a folder. */
export const targetOf = (text: string): string =>
  BUCKET.test(text) ? text.replace(/\/$/, '') : resolve(text)

/** Returns the first folder that it made. */
function makeWritable(folder: string): string | undefined {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return made
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartupError(
      `No backup can be written to ${folder} (${code}): name another folder with --to or BACKUP_TO, or give this user the right to write there.`,
      { cause },
    )
  }
}

function folderTarget(folder: string, { DATA_DIR }: LocalConfig): BackupTarget {
  return {
    stage() {
      const made = makeWritable(folder)
      if (made !== undefined) giveToOwner(DATA_DIR, made)
      removeUnfinished(folder)
      return folder
    },
    async keep(file) {
      giveToOwner(DATA_DIR, file)
      return file
    },
    links: () => listLinks(folder),
    link: readLink,
    open: (file, work) => work(file),
    remove: async (file) => rmSync(file),
  }
}

async function linkAt(bucket: BucketClient, url: string, key: string): Promise<Link> {
  const range = { range: `bytes=0-${LONGEST_HEADER_BYTES - 1}` }
  const answer = await bucket.request('GET', `/${key}`, { headers: range })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { header, encoded } = await readHeader(createByteReader(Readable.from([bytes])), `The backup ${key}`)
  return { address: `${url}/${key}`, header, digest: digestOf(encoded) }
}

async function listBucket(bucket: BucketClient, url: string): Promise<Link[]> {
  const keys: string[] = []
  for await (const { key } of bucket.list('mms-')) if (isLink(key)) keys.push(key)
  const links: Link[] = []
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys
      .slice(from, from + AT_ONCE)
      .map((key) => linkAt(bucket, url, key).catch(() => undefined))
    links.push(...(await Promise.all(some)).filter((link) => link !== undefined))
  }
  return inOrder(links)
}

async function download(bucket: BucketClient, key: string, file: string): Promise<void> {
  const { body } = await bucket.request('GET', `/${key}`, { timeoutMs: TRANSFER_MS })
  await pipeline(
    Readable.fromWeb((body ?? new Blob([]).stream()) as never),
    createWriteStream(file, { mode: 0o600 }),
  )
}

function bucketTarget(url: string, config: LocalConfig): BackupTarget {
  const bucket = createBucketClient(url, config)
  const stage = () => {
    const folder = mkdtempSync(join(config.DATA_DIR, COPIES))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const inWords = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: Error) => {
      throw new StartupError(cause.message, { cause })
    })
  const put = async (file: string) => {
    if (statSync(file).size > MOST_BYTES)
      throw new StartupError(
        `${basename(file)} has more than 5 GiB, which no bucket takes in one piece: name a folder.`,
      )
    await bucket.request('PUT', `/${basename(file)}`, {
      body: await openAsBlob(file),
      timeoutMs: TRANSFER_MS,
    })
    rmSync(file)
    return `${url}/${basename(file)}`
  }
  return {
    stage,
    keep: (file) => inWords(put(file)),
    links: () => inWords(listBucket(bucket, url)),
    link: (address) => inWords(linkAt(bucket, url, basename(address))),
    async open(address, work) {
      const file = join(stage(), basename(address))
      try {
        await inWords(download(bucket, basename(address), file))
        return await work(file)
      } finally {
        rmSync(file, { force: true })
      }
    },
    remove: async (address) => void (await inWords(bucket.request('DELETE', `/${basename(address)}`))),
  }
}

/** The folder or the bucket at this address. */
export const openTarget = (address: string, config: LocalConfig): BackupTarget =>
  BUCKET.test(address) ? bucketTarget(address, config) : folderTarget(address, config)
