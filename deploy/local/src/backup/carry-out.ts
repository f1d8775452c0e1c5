import { dirname } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import type { LocalConfig } from '../config.ts'
import { chainOf, removeOld } from './chain.ts'
import { readChain, writeChain } from './chain-state.ts'
import { COPIES, type Link } from './folder.ts'
import { ensureInstallation } from './installation.ts'
import type { BackupKey } from './key.ts'
import { makeBackup } from './make.ts'
import { removeLeft } from './place.ts'
import { writeState } from './state.ts'
import { type BackupTarget, openTarget } from './target.ts'
import type { Open } from './unpack.ts'
import { verifyBackup } from './verify.ts'

const MIB = 1024 * 1024

export interface BackupPlan {
  /** Of a folder or bucket. */
  address: string
  key: BackupKey
  /** How many whole backups stay. */
  keep: number
  /** Only what changed since the one before, where that is still there. */
  increment: boolean
}

/** The backup that an increment can follow: the last one of this suite, in this place and with this key. */
async function followedAt(config: LocalConfig, target: BackupTarget, { address, key }: BackupPlan) {
  const chain = readChain(config.DATA_DIR)
  if (!chain || chain.key !== key.id || dirname(chain.address) !== address) return undefined
  const link = await target.link(chain.address).catch(() => undefined)
  return link?.digest === chain.next.link ? chain : undefined
}

function assertEmbedded({ DATABASE_URL }: LocalConfig): void {
  if (DATABASE_URL === undefined) return
  throw new StartupError(
    'Increments are of embedded databases: on a server the binary log leads to each moment after a backup.',
  )
}

const sizeOf = (bytes: number) =>
  bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`

/** Makes one backup, notes it, and removes those that are too many; returns that in words. */
export async function backUp(config: LocalConfig, plan: BackupPlan): Promise<string> {
  const { address, key, keep, increment } = plan
  if (increment) assertEmbedded(config)
  removeLeft(config.DATA_DIR, COPIES)
  const target = openTarget(address, config)
  const folder = target.stage()
  const after = increment ? await followedAt(config, target, plan) : undefined
  const begun = performance.now()
  const { file, bytes, followed } = await makeBackup(config, { folder, key, after })
  const kept = await target.keep(file)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  if (!config.DATABASE_URL) writeChain(config.DATA_DIR, { ...followed, address: kept })
  const words = `${kept}: ${sizeOf(bytes)} in ${seconds} s.`
  if (after) return words
  writeState(config.DATA_DIR, { finishedAt: new Date().toISOString(), target: kept, bytes, verifiedAt: null })
  const old = await removeOld(target, ensureInstallation(config.DATA_DIR), keep)
  const removed = old.length > 0 ? ` ${old.length} older than the last ${keep} removed.` : ''
  return `${words}${increment ? ' It is whole: there was none to follow.' : ''}${removed}`
}

/** What reads links of a target, one after another. */
export const opensOf = (target: BackupTarget, links: readonly Link[]): Open[] =>
  links.map(
    ({ address }) =>
      (work) =>
        target.open(address, work),
  )

/** Reads a backup again, and those that it follows; what it comes to, in words. */
export async function verifyOne(config: LocalConfig, address: string, key: BackupKey): Promise<string> {
  removeLeft(config.DATA_DIR, COPIES)
  const target = openTarget(dirname(address), config)
  const opens = opensOf(target, await chainOf(target, address))
  return verifyBackup(config.DATA_DIR, { address, opens, key })
}

/** The newest backup or increment of this suite in a folder or bucket. */
export async function newestAt(config: LocalConfig, address: string): Promise<string> {
  const installation = ensureInstallation(config.DATA_DIR)
  const links = await openTarget(address, config).links()
  const newest = links.findLast(({ header }) => header.installation === installation)
  if (newest === undefined) throw new StartupError(`There is no backup of this suite in ${address}.`)
  return newest.address
}
