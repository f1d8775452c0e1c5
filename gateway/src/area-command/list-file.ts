import { appendFile, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chainedLine, hasNewestLine, newestLine, StartupError } from '@mms/service-kit'
import { type LogEntry, parseList, type StoredList, toJsonText } from './stored-list.ts'

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Locks the list. Takes over the lock of a killed process. */
async function takeLock(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
  if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true })
  const own = `${lock}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    // Linking is atomic, so a lock always contains its holder's process id.
    await link(own, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new StartupError(`Another area command is running (${lock}). Try again when it has ended.`)
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(lock, { force: true })
}

/** Replaces a file so that a power cut leaves the old or the new one. */
async function replace(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w')
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '')

/** `areas.log.newest` repeats the newest line, so that a truncated log is noticed. */
async function appendLine(log: string, entry: LogEntry): Promise<void> {
  const before = await textOf(log)
  const line = chainedLine(before, entry)
  const isWhole = hasNewestLine(before, await textOf(`${log}.newest`))
  await appendFile(log, line)
  if (isWhole) await replace(`${log}.newest`, newestLine(before + line))
}

export function createFileList(file: string): StoredList {
  const read = async () => {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new StartupError(`There is no list of areas at ${file}. Set --file or AREAS_FILE.`)
    })
    return parseList(text, file)
  }
  return {
    read,
    async change(entry, change) {
      const release = await takeLock(file)
      try {
        const next = await change(await read())
        await replace(file, toJsonText(next))
        await appendLine(join(dirname(file), 'areas.log'), entry)
        return next
      } finally {
        await release()
      }
    },
  }
}
