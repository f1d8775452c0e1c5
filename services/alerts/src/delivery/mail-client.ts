import { createTransport } from 'nodemailer'
import type { Mail } from './words.ts'

export interface MailOptions {
  url: string
  from: string
  to: string
}

const TIMEOUT_MS = 10_000

/** The server took a mail for some of its addresses only. */
export class PartlyRefusedError extends Error {
  /** The addresses that it took the mail for: a further attempt leaves them out. */
  accepted: string[]

  constructor(accepted: string[], refused: number) {
    const tried = accepted.length + refused
    super(`the mail server refused ${refused} of ${tried} addresses`)
    this.accepted = accepted
  }
}

/** What `work` comes to, or a rejection as soon as `signal` aborts. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Sends a mail by SMTP to all who have not had it; throws when the server does not take it for each of them, and when
 * `signal` aborts: then it may have been sent, and its sending goes on until the process ends. Who is `had` may stand in
 * the settings no longer, and another address instead: the settings count.
 */
export function createMailer({ url, from, to }: MailOptions) {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Whatever a name of a medicine looks like, it opens no file and no address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Sends nothing, and reads addresses as the transport does, which returns who had a mail in this spelling.
  const addresses = createTransport({ jsonTransport: true })

  return async function send({ subject, text }: Mail, had: readonly string[], signal: AbortSignal) {
    const { envelope } = await addresses.sendMail({ from, to })
    const left = envelope.to.filter((address) => !had.includes(address))
    if (left.length === 0) return
    const sending = transport.sendMail({
      from,
      to,
      subject: subject.slice(0, 200).toWellFormed(),
      text,
      envelope: { from: envelope.from, to: left },
    })
    const { accepted, rejected } = await unlessAborted(sending, signal)
    if (rejected.length > 0) throw new PartlyRefusedError(accepted, rejected.length)
  }
}
