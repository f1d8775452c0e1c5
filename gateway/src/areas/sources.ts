import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { areaManifestSchema } from '@mms/contracts'
import { type Logger, StartupError } from '@mms/service-kit'
import { z } from 'zod'

const sourceSchema = z
  .string()
  .refine((source) => isAbsolute(source) || isOrigin(source), 'must be an absolute folder or an http origin')
const sourcesSchema = z.record(areaManifestSchema.shape.name, sourceSchema)

/** Area → folder of its build, or the http origin that serves it. */
export type Sources = Readonly<Record<string, string>>

export const isOrigin = (source: string): boolean => /^https?:\/\/[^/]+\/?$/.test(source)

const versionOf = async (file: string) => {
  const { mtimeMs, size, ino } = await stat(file)
  return `${ino}:${size}:${mtimeMs}`
}

/**
 * The areas that exist, read from a JSON file now and again whenever it changed. A file that cannot be
 * read or understood is a `StartupError` at first; later the last good one stays in force.
 */
export async function openSources(file: string | undefined, log: Logger): Promise<() => Promise<Sources>> {
  if (file === undefined) return async () => ({})
  const read = async () => sourcesSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  let known: Sources
  let version: string
  try {
    version = await versionOf(file)
    known = await read()
  } catch (cause) {
    throw new StartupError(`The list of areas ${file} is not usable: ${(cause as Error).message}.`, { cause })
  }
  return async () => {
    try {
      const current = await versionOf(file)
      if (current !== version) {
        version = current
        known = await read()
        log.info({ areas: Object.keys(known) }, 'the list of areas changed')
      }
    } catch (err) {
      log.warn({ err, file }, 'the list of areas cannot be read; the last one stays')
    }
    return known
  }
}
