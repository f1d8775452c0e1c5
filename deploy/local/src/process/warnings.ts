const NEWLINE = 10
const LEVELS: Readonly<Record<string, string>> = { 4: 'warning', 5: 'error', 6: 'fatal' }

/** A sentence is not repeated for this long, because every request logs it while a service is down. */
const REPEAT_MS = 30_000
const REMEMBERED = 100

/** Start of a pino line; the next digit is the level. */
const BEGINNING = '{"level":'

/** Ids that make equal sentences differ. */
const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|"requestId":"[^"]*"/gi

interface LogLine {
  msg?: string
  requestId?: string
  err?: { message?: string }
}

/**
 * Prints warnings and errors in pino's JSON lines for people. Only those are parsed, because every request writes a
 * line.
 */
export function createWarningPrinter(
  service: string,
  print: (line: string) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  const printedAt = new Map<string, number>()

  const printOnce = (words: string, more: string) => {
    const now = performance.now()
    const same = words.replaceAll(IDS, '')
    if (now - (printedAt.get(same) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return
    if (printedAt.size >= REMEMBERED) printedAt.clear()
    printedAt.set(same, now)
    print(words + more)
  }

  const look = (line: string) => {
    const level = LEVELS[line.charAt(BEGINNING.length)]
    if (!line.startsWith(BEGINNING) || !level) return
    try {
      const { msg = '', requestId, err } = JSON.parse(line) as LogLine
      const why = err?.message ? `: ${err.message}` : ''
      printOnce(`${service} ${level}: ${msg}${why}`, requestId ? ` (request ${requestId})` : '')
    } catch {
      print(`${service} ${level}: ${line}`)
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
