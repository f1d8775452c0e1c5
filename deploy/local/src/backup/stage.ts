import { join } from 'node:path'
import type { LocalConfig } from '../config.ts'
import { embeddedDatabase } from '../setup/databases.ts'
import { urlOf } from './accept.ts'
import type { Contents, DatabaseContent } from './entries.ts'
import { openLog } from './mysql-log.ts'
import { loadBeside } from './mysql-restore.ts'
import { placeFiles } from './place.ts'

/** A database of a backup, beside the one that it is to replace. */
export interface Staged {
  service: string
  url: string
  /** Replaces it; returns the databases of a server in which those of before are, in words. */
  place(): Promise<string[]>
}

export interface StageOptions {
  /** Names the backup in what is thrown. */
  address: string
  /** The moment to go on to by a server's binary log. */
  until?: string | undefined
  /** A folder with copies of that log; without one the server is asked. */
  logFolder?: string | undefined
}

/** Loads databases that were unpacked into a folder into those of a server, and goes on to the moment that is asked for. */
export async function stageOnServer(
  config: LocalConfig,
  chosen: readonly DatabaseContent[],
  { folder, log }: { folder: string; log: Contents['log'] },
  { address, until, logFolder }: StageOptions,
): Promise<Staged[]> {
  const urls = chosen.map(({ service }) => urlOf(config, service))
  const replay = until === undefined ? undefined : await openLog(urls, { address, log, until, logFolder })
  const staged: Staged[] = []
  for (const { service, path } of chosen) {
    const { url, place } = await loadBeside(urlOf(config, service), join(folder, path))
    staged.push({ service, url, place: async () => [`the database ${await place()}`] })
  }
  for (const url of urls) await replay?.(url)
  return staged
}

/** Embedded databases in the folder in which they were unpacked; those of before go to the folder `aside`. */
export const stageEmbedded = (
  { DATA_DIR }: LocalConfig,
  chosen: readonly DatabaseContent[],
  { folder, aside }: { folder: string; aside: string },
): Staged[] =>
  chosen.map(({ service, path }) => ({
    service,
    url: embeddedDatabase(folder, service),
    async place() {
      placeFiles(DATA_DIR, folder, [path], aside)
      return []
    },
  }))
