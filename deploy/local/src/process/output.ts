import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'

const MAX_BYTES = 10 * 1024 * 1024

/** The mark as pino writes it. In user text the quotes would be escaped. */
const SECURITY = '"security":true'
const WARNING = /^\{"level":([456])/
const LEVELS: Record<string, string> = { 4: 'warning', 5: 'error', 6: 'fatal' }
/** An equal warning is not printed for this long, because every request logs it while a service is down. */
const REPEAT_MS = 30_000
/** Ids that make equal warnings differ. */
const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"requestId":"[^"]*"/gi

interface LogLine {
  msg?: string
  requestId?: string
  err?: { message?: string }
}

/** A killed process may leave half a line. */
function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line)
  } catch {
    return { msg: line }
  }
}

/** Prints pino's warnings and errors for people. */
function createWarningPrinter(service: string, print: (line: string) => void): (line: string) => void {
  const printedAt = new Map<string, number>()
  return (line) => {
    const level = LEVELS[WARNING.exec(line)?.[1] ?? '']
    if (!level) return
    const { msg = '', requestId, err } = parseLine(line)
    const words = `${service} ${level}: ${msg}${err?.message ? `: ${err.message}` : ''}`
    const key = words.replaceAll(IDS, '')
    const now = performance.now()
    if (now - (printedAt.get(key) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return
    if (printedAt.size >= 100) printedAt.clear()
    printedAt.set(key, now)
    print(words + (requestId ? ` (request ${requestId})` : ''))
  }
}

/**
 * Writes a program's output to `<path>.log`, and its security events also to `<path>.security.log`. There other
 * lines do not rotate them away. Prints warnings until `quiet` is called.
 */
export function openOutput(path: string, name: string, print: (line: string) => void) {
  const log = openLogFile(`${path}.log`)
  let securityLog: ReturnType<typeof openLogFile> | undefined
  let printWarning = createWarningPrinter(name, print)
  const decoder = new StringDecoder('utf8')
  let rest = ''

  const readLine = (line: string) => {
    if (line.includes(SECURITY)) {
      securityLog ??= openLogFile(`${path}.security.log`)
      securityLog.write(Buffer.from(`${line}\n`))
    }
    printWarning(line)
  }
  return {
    write(chunk: Buffer): void {
      log.write(chunk)
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) readLine(line)
    },
    quiet(): void {
      printWarning = () => {}
    },
    close(): void {
      log.close()
      securityLog?.close()
    },
  }
}

interface LogFile {
  write(chunk: Buffer): void
  close(): void
}

/** Appends to a log file and rotates it to `<file>.1` when full. A full disk costs log lines, not the suite. */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  const open = () => openSync(file, 'a', 0o600)
  let descriptor: number | undefined = open()
  let bytes = fstatSync(descriptor).size
  const rotate = (old: number) => {
    // Each write retries until a new file exists: the old one may already be moved.
    bytes = maxBytes
    moveAside(file)
    // Closed last and once, because its descriptor is reused afterwards.
    descriptor = open()
    bytes = 0
    closeSync(old)
  }
  return {
    write(chunk) {
      if (descriptor === undefined) return
      try {
        if (bytes > 0 && bytes + chunk.length > maxBytes) rotate(descriptor)
        bytes += writeSync(descriptor, chunk)
      } catch {
        // The line is lost. Rotating would lose older lines for a file that cannot be written.
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

function moveAside(file: string): void {
  try {
    renameSync(file, `${file}.1`)
  } catch (error) {
    // The file was moved before but no new one was made, so try again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
