import { appendFile, link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jsonParser } from '@mms/service-kit'
import { type AreaList, areaListSchema } from '../areas/area-list.ts'
import { CommandError } from './changes.ts'

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** One command at a time; what a killed one left is taken over. */
async function takeLock(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`
  const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
  if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true })
  const own = `${lock}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    // Whole at once: a lock without its holder could not be taken over.
    await link(own, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CommandError(`Another area command is at work (${lock}). Try again when it is done.`)
  } finally {
    await rm(own, { force: true })
  }
  return () => rm(lock, { force: true })
}

/** Whole or not at all, also when the power goes. */
async function replace(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w')
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(`${file}.new`, file)
}

export async function readList(file: string): Promise<AreaList> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no list of areas at ${file}. Name it with --file or AREAS_FILE.`)
  })
  try {
    return jsonParser(areaListSchema)(text)
  } catch (cause) {
    throw new CommandError(`The list of areas ${file} cannot be used: ${(cause as Error).message}.`, {
      cause,
    })
  }
}

export interface Entry {
  at: string
  who: string
  area: string
  command: string
}

/** Reads the list, writes what `change` makes of it, and a line of the log beside it: who did what when. */
export async function changeList(
  file: string,
  entry: Entry,
  change: (list: AreaList) => Promise<AreaList> | AreaList,
): Promise<AreaList> {
  const release = await takeLock(file)
  try {
    const next = await change(await readList(file))
    // What the gateway would refuse is not written.
    const text = JSON.stringify(areaListSchema.parse(next), null, 2)
    await replace(file, `${text}\n`)
    await appendFile(join(dirname(file), 'areas.log'), `${JSON.stringify(entry)}\n`)
    return next
  } finally {
    await release()
  }
}
