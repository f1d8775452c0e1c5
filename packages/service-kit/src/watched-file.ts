import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { StartupError, whyUnread } from './config.ts'

interface WatchedFileOptions<T> {
  file: string
  /** As people call it: `list of areas`. */
  title: string
  /** Throws on a text that cannot be used, in words for an operator. */
  parse: (text: string) => T
  log: Logger
  /** Where `watched_file_outdated` is 1 as long as the file cannot be used. */
  registry?: Registry | undefined
}

const OUTDATED = 'watched_file_outdated'
const CONTENT = 'watched_file_content'
const HELP = {
  [OUTDATED]: 'Whether a file cannot be used, so that what it said before stays in force',
  [CONTENT]: 'A number of what a file holds: replicas where it differs have different files',
}

function gaugeOf(registry: Registry, name: keyof typeof HELP): Gauge {
  const present = registry.getSingleMetric(name) as Gauge | undefined
  return present ?? new Gauge({ name, help: HELP[name], labelNames: ['file'], registers: [registry] })
}

/** As many bits of its hash as a number holds exactly. */
const numberOf = (text: string) => createHash('sha256').update(text).digest().readUIntBE(0, 6)

async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file)
  return `${ino}:${size}:${mtimeMs}`
}

/**
 * A file that operators change while the process runs. It is read now, and again by a call that finds it changed.
 * One that cannot be used is a `StartupError` now; later what it said before stays in force, and log and metrics say
 * so until it can be used again.
 *
 * @example const readAreas = await watchFile({ file, title: 'list of areas', parse: jsonParser(schema), log })
 *          const areas = await readAreas()
 */
export async function watchFile<T>(options: WatchedFileOptions<T>): Promise<() => Promise<T>> {
  const { file, title, parse, log, registry } = options
  const gauge = registry && gaugeOf(registry, OUTDATED)
  const read = async () => {
    // Before the content: what is written in between is then read again, never missed.
    const version = await versionOf(file)
    const text = await readFile(file, 'utf8')
    const content = parse(text)
    if (registry) gaugeOf(registry, CONTENT).set({ file: title }, numberOf(text))
    return { version, content }
  }
  let current = await read().catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === undefined ? `is not usable: ${cause.message}` : whyUnread(cause)
    throw new StartupError(`The ${title} ${file} ${why}.`, { cause })
  })
  let complaint = ''
  gauge?.set({ file: title }, 0)
  return async () => {
    try {
      if ((await versionOf(file)) !== current.version) {
        current = await read()
        log.info({ file }, `the ${title} changed`)
      }
      complaint = ''
    } catch (err) {
      const { message } = err as Error
      if (message !== complaint)
        log.warn({ err, file }, `the ${title} cannot be used; what it said before stays`)
      complaint = message
    }
    gauge?.set({ file: title }, complaint === '' ? 0 : 1)
    return current.content
  }
}
