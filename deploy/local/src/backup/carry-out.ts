import { dirname } from 'node:path'
import { StartupError } from '@mms/service-kit/config'
import type { LocalConfig } from '../config.ts'
import { COPIES } from './folder.ts'
import { ensureInstallation } from './installation.ts'
import type { BackupKey } from './key.ts'
import { makeBackup } from './make.ts'
import { removeLeft } from './place.ts'
import { writeState } from './state.ts'
import { openTarget, removeOld } from './target.ts'
import { verifyBackup } from './verify.ts'

export interface BackupPlan {
  /** Of a folder or bucket. */
  address: string
  key: BackupKey
  /** How many backups stay. */
  keep: number
}

/** Makes one backup, notes it, and removes those that are too many; returns that in words. */
export async function backUp(config: LocalConfig, { address, key, keep }: BackupPlan): Promise<string> {
  removeLeft(config.DATA_DIR, COPIES)
  const target = openTarget(address, config)
  const begun = performance.now()
  const { file, bytes } = await makeBackup(config, { folder: target.stage(), key })
  const kept = await target.keep(file)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  writeState(config.DATA_DIR, { finishedAt: new Date().toISOString(), target: kept, bytes, verifiedAt: null })
  const old = await removeOld(target, ensureInstallation(config.DATA_DIR), keep)
  const removed = old.length > 0 ? ` ${old.length} older than the last ${keep} removed.` : ''
  return `${kept}: ${(bytes / 1024 / 1024).toFixed(1)} MiB in ${seconds} s.${removed}`
}

/** Reads a backup again; what it comes to, in words. */
export function verifyOne(config: LocalConfig, backup: string, key: BackupKey): Promise<string> {
  removeLeft(config.DATA_DIR, COPIES)
  const target = openTarget(dirname(backup), config)
  return target.open(backup, (file) => verifyBackup(config.DATA_DIR, { file, address: backup, key }))
}

/** The newest backup of this suite in a folder or bucket. */
export async function newestAt(config: LocalConfig, address: string): Promise<string> {
  const backups = await openTarget(address, config).list(ensureInstallation(config.DATA_DIR))
  const newest = backups.at(-1)
  if (newest === undefined) throw new StartupError(`There is no backup of this suite in ${address}.`)
  return newest
}
