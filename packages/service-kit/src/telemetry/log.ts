import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'

/** Marks a security event, which collectors keep separately and for longer. */
export const securityEvent = { security: true } as const

const secrets = [
  'password',
  'newPassword',
  'currentPassword',
  'secret',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
]

interface Buffered {
  fd: number
  _writing: boolean
  _writingBuf: string | Buffer
  _bufs: string[]
}

/**
 * Flushes the log at exit, or gives up on a broken pipe. sonic-boom 4.2 would retry for ever and keep the process alive
 * with its ports and databases.
 */
function writeOnce(stream: Buffered): void {
  const begun = stream._writing ? '' : stream._writingBuf
  const left = [begun, ...stream._bufs.splice(0)].join('')
  if (begun) stream._writingBuf = ''
  try {
    if (left) writeSync(stream.fd, left)
  } catch {
    // The reader is gone.
  }
}

/**
 * JSON logger on standard output or another file descriptor; lines are written within 100 ms or 16 kB. Fields named
 * like a secret are `[redacted]`, at the top level and one below.
 */
export function createLogger(options: { name: string; level?: string; to?: number }): Logger {
  // Batched, because a write per line cost 7 % of a small request.
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
