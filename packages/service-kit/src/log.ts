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

/**
 * A JSON logger on standard output, or another file descriptor, one line an event, written within 100 ms or 16 kB.
 * Anything named like a secret, at the top level or one below, is replaced by `[redacted]`.
 */
export function createLogger(options: { name: string; level?: string; to?: number }): Logger {
  return pino(
    {
      name: options.name,
      level: options.level ?? 'info',
      base: { name: options.name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[redacted]' },
    },
    // One write for many lines: a write for each cost 7 % of a small request.
    pino.destination({ dest: options.to ?? 1, sync: false, minLength: 16_000, periodicFlush: 100 }),
  )
}

/**
 * Gives up the lines that a log has not written yet. Needed when their reader is gone: at the end of
 * the process pino's stream would try to write them to the broken pipe for ever.
 */
export function abandonLog(log: Logger): void {
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, { flushSync?: () => void }>
  if (stream) stream.flushSync = () => {}
}
