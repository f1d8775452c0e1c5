const NEWLINE = 10
const LEVELS: Readonly<Record<string, string>> = { 4: 'warning', 5: 'error', 6: 'fatal' }

/** A sentence is not said again for this long: when a service is down, every request says so. */
const REPEAT_MS = 30_000
const REMEMBERED = 100

/** How the lines of pino begin: the digit after it tells how bad. */
const BEGINNING = '{"level":'

/** What differs from request to request in a sentence that says the same: ids of things and of requests. */
const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"requestId":"[^"]*"/gi

interface LogLine {
  msg?: string
  requestId?: string
  err?: { message?: string }
}

/**
 * Finds warnings and errors in a stream of pino's JSON lines, and tells each in a line for people.
 * Lines are parsed only when they are such, because a service writes one for each request.
 */
export function warningsOf(service: string, tell: (line: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  const saidAt = new Map<string, number>()

  const tellOnce = (words: string, more: string) => {
    const now = performance.now()
    const same = words.replaceAll(IDS, '')
    if (now - (saidAt.get(same) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return
    if (saidAt.size >= REMEMBERED) saidAt.clear()
    saidAt.set(same, now)
    tell(words + more)
  }

  const look = (line: string) => {
    const level = LEVELS[line.charAt(BEGINNING.length)]
    if (!line.startsWith(BEGINNING) || !level) return
    try {
      const { msg = '', requestId, err } = JSON.parse(line) as LogLine
      const why = err?.message ? `: ${err.message}` : ''
      tellOnce(`${service} ${level}: ${msg}${why}`, requestId ? ` (request ${requestId})` : '')
    } catch {
      tell(`${service} ${level}: ${line}`)
    }
  }

  return (chunk) => {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let from = 0
    for (let to = text.indexOf(NEWLINE); to !== -1; to = text.indexOf(NEWLINE, from)) {
      const digit = text[from + BEGINNING.length]
      if (digit !== undefined && digit >= 52 && digit <= 54) look(text.toString('utf8', from, to))
      from = to + 1
    }
    rest = Buffer.from(text.subarray(from))
  }
}
