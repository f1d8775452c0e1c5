import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'

/** In a line of the log: collectors keep such lines apart, and for longer. */
export const securityEvent = { security: true } as const

const secrets = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
]

/** What pino's stream has not written yet. */
interface Buffered {
  fd: number
  _writing: boolean
  _writingBuf: string | Buffer
  _bufs: string[]
}

/**
 * Writes what is left as the process ends, and gives it up where nobody reads it: the stream's own way (sonic-boom 4.2) tries to
 * write to a broken pipe for ever, and the process stays, with its ports and databases.
 */
function writeOnce(stream: Buffered): void {
  const begun = stream._writing ? '' : stream._writingBuf
  const left = [begun, ...stream._bufs.splice(0)].join('')
  if (begun) stream._writingBuf = ''
  try {
    if (left) writeSync(stream.fd, left)
  } catch {
    // Its reader is gone.
  }
}

/**
 * A JSON logger on standard output, or another file descriptor, one line an event, written within 100 ms or 16 kB.
 * Anything named like a secret, at the top level or one below, is replaced by `[redacted]`.
 */
export function createLogger(options: { name: string; level?: string; to?: number }): Logger {
  // One write for many lines: a write for each cost 7 % of a small request.
  const stream = pino.destination({
    dest: options.to ?? 1,
    sync: false,
    minLength: 16_000,
    periodicFlush: 100,
  })
  stream.flushSync = () => writeOnce(stream as unknown as Buffered)
  return pino(
    {
      name: options.name,
      level: options.level ?? 'info',
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[redacted]' },
    },
    stream,
  )
}
