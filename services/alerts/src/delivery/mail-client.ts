import { toPlainText } from '@mms/contracts'
import type { Outbound } from '@mms/service-kit'
import { createTransport } from 'nodemailer'
import type { Mail } from './words.ts'

export interface MailOptions {
  url: string
  from: string
  to: string
  outbound: Pick<Outbound, 'connect' | 'mayBeClear'>
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000
const STEP_MS = 10_000
const LARGEST_REPLY = 64 * 1024
const ERROR_LENGTH = 300

export class PartlyRefusedError extends Error {
  accepted: string[]

  constructor(accepted: string[], refused: number) {
    const tried = accepted.length + refused
    super(`the mail server refused ${refused} of ${tried} addresses`)
    this.accepted = accepted
  }
}

/** Requires STARTTLS, except on this machine or where the settings allow clear text. */
function createServer({ url, outbound }: MailOptions) {
  return createTransport({
    url,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    maxResponseSize: LARGEST_REPLY,
    // Medicine names come from users and must never make the mailer open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket({ host = '', port, secure }, done) {
      const connecting = outbound.connect(
        host,
        Number(port ?? (secure ? 465 : 587)),
        AbortSignal.timeout(STEP_MS),
      )
      connecting.then((connection) => {
        const requireTLS = !outbound.mayBeClear(connection.remoteAddress ?? '')
        done(null, { connection, requireTLS })
      }, done)
    },
  })
}

/**
 * Sends a mail to those configured recipients that are not in `had`. Throws if a recipient is refused. Also throws on
 * abort, when the mail may have been sent.
 */
export function createMailer(options: MailOptions) {
  const { from, to, timeoutMs = TIMEOUT_MS } = options
  const server = createServer(options)
  // Parses addresses only, to get the spelling that servers return.
  const addresses = createTransport({ jsonTransport: true })

  return async function send({ subject, text }: Mail, had: readonly string[], signal: AbortSignal) {
    const { envelope } = await addresses.sendMail({ from, to })
    const left = envelope.to.filter((address) => !had.includes(address))
    if (left.length === 0) return
    const mail = { from, to, subject: toPlainText(subject.slice(0, 200)), text }
    const sending = server.sendMail({
      ...mail,
      envelope: { from: envelope.from, to: left },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const { accepted, rejected } = await sending.catch((error: Error) => {
      throw new Error(toPlainText(error.message).slice(0, ERROR_LENGTH))
    })
    if (rejected.length > 0) throw new PartlyRefusedError(accepted, rejected.length)
  }
}
