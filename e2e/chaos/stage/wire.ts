export interface SentCommand {
  /** All forms of the command, because releases may word it differently. Empty for a cancellation. */
  bodies: Set<string>
  /** Inventory releases that answered it. */
  answeredBy: Set<string>
}

const command = /^(?:PUT|POST) \/internal\/movements\/([\w-]+)(?:\/cancellation)? HTTP/
const contentLength = /^content-length: *(\d+)/im
const END_OF_HEAD = '\r\n\r\n'

/** Reads stock commands and cancellations off the connections from sales to inventory. */
export function createWire() {
  const commands = new Map<string, SentCommand>()
  let answersLost = 0

  function note(id: string, body: string): SentCommand {
    const sent = commands.get(id) ?? { bodies: new Set(), answeredBy: new Set() }
    if (body) sent.bodies.add(body)
    commands.set(id, sent)
    return sent
  }

  return {
    commands,
    answersLost: () => answersLost,
    /** Observes one connection to this release of inventory. */
    listen(release: string) {
      let text = ''
      let last: SentCommand | undefined
      return {
        asked(chunk: Buffer): void {
          // One character per byte, because lengths count bytes.
          text += chunk.toString('latin1')
          for (;;) {
            const head = text.indexOf(END_OF_HEAD)
            if (head === -1) return
            const start = head + END_OF_HEAD.length
            const end = start + Number(contentLength.exec(text.slice(0, start))?.[1] ?? 0)
            if (text.length < end) return
            const [, id] = command.exec(text) ?? []
            last = id ? note(id, text.slice(start, end)) : undefined
            text = text.slice(end)
          }
        },
        answered(): void {
          last?.answeredBy.add(release)
        },
        lost(): void {
          if (last) answersLost += 1
        },
      }
    },
  }
}
export type Wire = ReturnType<typeof createWire>
