import { connect, type Socket } from 'node:net'

/** An answer, or the way the connection ended. */
export interface WireAnswer {
  /** 0 without an answer. */
  status: number
  headers: Record<string, string>
  body: string
}

export interface Wire {
  socket: Socket
  send(...pieces: (string | Buffer)[]): void
  /** The next answer. */
  answer(): Promise<WireAnswer>
  /** Resolves when the other side closes. */
  closed: Promise<void>
}

const HEAD_END = '\r\n\r\n'
const NONE: WireAnswer = { status: 0, headers: {}, body: '' }
/** Fails a hanging request before the test's own limit. */
const PATIENCE_MS = 60_000

function parseHead(head: string) {
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers }
}

/** First answer in `received` and the start of the next; undefined while incomplete. */
function cut(received: Buffer): { answer: WireAnswer; end: number } | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const { status, headers } = parseHead(received.subarray(0, headEnd).toString())
  const start = headEnd + HEAD_END.length
  const end = start + Number(headers['content-length'] ?? 0)
  if (received.length < end) return undefined
  return { answer: { status, headers, body: received.subarray(start, end).toString() }, end }
}

/** A raw connection that reads answers in order. */
export function openWire(url: string): Wire {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received: Buffer = Buffer.alloc(0)
  let isOver = false
  let wake = () => {}
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece])
    wake()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  void closed.then(() => {
    isOver = true
    wake()
  })

  async function answer(): Promise<WireAnswer> {
    const late = Date.now() + PATIENCE_MS
    for (;;) {
      const next = cut(received)
      if (next) received = received.subarray(next.end)
      if (next && next.answer.status >= 200) return next.answer
      if (next) continue
      if (isOver) return NONE
      if (Date.now() > late) throw new Error('The request hangs')
      const timer = setTimeout(() => wake(), PATIENCE_MS)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      clearTimeout(timer)
    }
  }

  const send = (...pieces: (string | Buffer)[]) => {
    for (const piece of pieces) if (!socket.destroyed) socket.write(piece)
  }
  return { socket, send, answer, closed }
}
