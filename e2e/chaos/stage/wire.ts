/** A command as sales sent it. */
export interface SentCommand {
  /** Each form in which it came: another release may say the same in other words. None of a cancellation. */
  bodies: Set<string>
  /** The releases of inventory that answered it, whether or not sales heard of that. */
  answeredBy: Set<string>
}

const command = /^(?:PUT|POST) \/internal\/movements\/([\w-]+)(?:\/cancellation)? HTTP/
const contentLength = /^content-length: *(\d+)/im
const END_OF_HEAD = '\r\n\r\n'

/** Reads the stock commands, and their cancellations, off the connections from sales to inventory. */
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
    /** By id; also those that were lost on their way. */
    commands,
    /** How many answers to them sales never got. */
    answersLost: () => answersLost,
    /** Listens to one connection, to inventory as `release`. */
    listen(release: string) {
      let text = ''
      let last: SentCommand | undefined
      return {
        asked(chunk: Buffer): void {
          // One character for each byte, as lengths are counted.
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
