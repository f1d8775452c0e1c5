import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'

const MAX_BYTES = 10 * 1024 * 1024

/** Part of a line as pino writes it. User input cannot contain it, because quotes are escaped there. */
const SECURITY = '"security":true'
const WARNING = /^\{"level":([456])/
const LEVELS: Record<string, string> = { 4: 'warning', 5: 'error', 6: 'fatal' }
/** Time until an equal warning is printed again. While a service is down, every request logs one. */
const REPEAT_MS = 30_000
/** Ids by which otherwise equal warnings differ. */
const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"requestId":"[^"]*"/gi

interface LogLine {
  msg?: string
  requestId?: string
  err?: { message?: string }
}

/** A killed process may leave half a line, which is no JSON. */
function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line)
  } catch {
    return { msg: line }
  }
}

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
 * Writes a program's output to `<path>.log`. Security events also go to `<path>.security.log`, so that other lines do
 * not rotate them away. Prints warnings until `quiet` is called.
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

/** Appends to a log file, and renames it to `<file>.1` when full. If the disk is full, lines are lost but the suite runs. */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  const open = () => openSync(file, 'a', 0o600)
  let descriptor: number | undefined = open()
  let bytes = fstatSync(descriptor).size
  const rotate = (old: number) => {
    // The file counts as full until there is a new one, so that each write tries again.
    bytes = maxBytes
    moveAside(file)
    // Closed once and only at the end, because the descriptor's number is used again afterwards.
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
        // The line is lost. Rotating a file that cannot be written would lose older lines, too.
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
    // A missing file was renamed before, so only creating the new one is left.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
