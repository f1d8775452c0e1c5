import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { describeReadFailure, StartupError } from './config.ts'

interface WatchedFileOptions<T> {
  file: string
  /** Name of the file for messages, for example `list of areas`. */
  title: string
  /** Throws an error for operators if the text is invalid. */
  parse: (text: string) => T
  log: Logger
  /** Registers the metric `watched_file_outdated`: 1 while the file is invalid. */
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

/** First 48 bits of the hash, which a number can represent exactly. */
const numberOf = (text: string) => createHash('sha256').update(text).digest().readUIntBE(0, 6)

async function versionOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(file)
  return `${ino}:${size}:${mtimeMs}`
}

/**
 * Watches a file that operators edit and reads it again after a change. Throws a `StartupError` if it is invalid at the
 * start. If it becomes invalid later, the last valid content applies, and log and metrics report it.
 */
export async function watchFile<T>(options: WatchedFileOptions<T>): Promise<() => Promise<T>> {
  const { file, title, parse, log, registry } = options
  const gauge = registry && gaugeOf(registry, OUTDATED)
  const read = async () => {
    // Read the version before the content, so that a concurrent change causes another read.
    const version = await versionOf(file)
    const text = await readFile(file, 'utf8')
    const content = parse(text)
    if (registry) gaugeOf(registry, CONTENT).set({ file: title }, numberOf(text))
    return { version, content }
  }
  let current = await read().catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === undefined ? `is not usable: ${cause.message}` : describeReadFailure(cause)
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
