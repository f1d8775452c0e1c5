import { openLogFile } from './log-file.ts'

const NEWLINE = 10
/** As pino writes it; in a text of a stranger the quotes would be escaped. */
const MARK = '"security":true'

/**
 * Copies security events out of a stream of log lines into a file of their own, which the other lines do not rotate away: it
 * is made with the first of them.
 */
export function securityLinesTo(file: string) {
  let rest: Buffer = Buffer.alloc(0)
  let log: ReturnType<typeof openLogFile> | undefined
  return {
    write(chunk: Buffer): void {
      const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const end = text.lastIndexOf(NEWLINE) + 1
      const lines = text.subarray(0, end)
      rest = Buffer.from(text.subarray(end))
      if (!lines.includes(MARK)) return
      log ??= openLogFile(file)
      for (const line of lines.toString().split('\n')) {
        if (line.includes(MARK)) log.write(Buffer.from(`${line}\n`))
      }
    },
    close: () => log?.close(),
  }
}
