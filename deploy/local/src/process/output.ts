import { StringDecoder } from 'node:string_decoder'
import { openLogFile } from './log-file.ts'

/** As pino writes it; in user text the quotes would be escaped. */
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
