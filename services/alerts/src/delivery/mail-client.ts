import { createTransport } from 'nodemailer'
import MimeNode from 'nodemailer/lib/mime-node'
import type { Mail } from './words.ts'

export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` */
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

/**
 * Sends a mail by SMTP to all who have not had it; throws when the server does not take it for each of them. Who is
 * `had` may stand in the settings no longer, and somebody else instead: the settings count.
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
  // As the transport would make it: it tells who had a mail in this spelling.
  const everybody = new MimeNode().setHeader({ From: from, To: to }).getEnvelope()

  return async function send({ subject, text }: Mail, had: readonly string[] = []): Promise<void> {
    const left = everybody.to.filter((address) => !had.includes(address))
    if (left.length === 0) return
    const { accepted, rejected } = await transport.sendMail({
      ...{ from, to, subject: subject.slice(0, 200).toWellFormed(), text },
      envelope: { from: everybody.from, to: left },
    })
    if (rejected.length > 0) throw new PartlyRefusedError(accepted, rejected.length)
  }
}
