import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupKey } from './key.ts'
import { removeLeft } from './place.ts'
import { readState, writeState } from './state.ts'
import { type Open, unpackBackup } from './unpack.ts'

const STAGED = 'verifying-'

interface Verified {
  address: string
  /** The whole backup, and what follows it up to this one. */
  opens: readonly Open[]
  key: BackupKey
}

/** Reads a backup from its first byte to its last, as a restore would; what it comes to, in words. Throws what is wrong with it. */
export async function verifyBackup(dataFolder: string, { address, opens, key }: Verified): Promise<string> {
  removeLeft(dataFolder, STAGED)
  const folder = mkdtempSync(join(dataFolder, STAGED))
  try {
    const { header, contents } = await unpackBackup(opens, key, folder)
    const state = readState(dataFolder)
    if (state?.target === address) writeState(dataFolder, { ...state, verifiedAt: new Date().toISOString() })
    const rows = contents.databases.flatMap(({ tables }) => Object.values(tables))
    const sum = rows.reduce((total, each) => total + each, 0)
    const chain = opens.length > 1 ? ` with the ${opens.length - 1} it follows` : ''
    return `${address}${chain} is whole: of ${header.at}, ${contents.databases.length} databases with ${sum} rows, ${contents.files.length} files.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
