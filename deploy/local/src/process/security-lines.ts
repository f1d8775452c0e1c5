import { openLogFile } from './log-file.ts'

const NEWLINE = 10
/** As pino writes it; in user text the quotes would be escaped. */
const MARK = '"security":true'

/**
 * Copies security events into their own file, so that other lines do not rotate them away. The first event creates it.
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
