import { createTransport } from 'nodemailer'
import type { Mail } from './words.ts'

export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` */
  url: string
  from: string
  to: string
}

const TIMEOUT_MS = 10_000

/** Sends a mail by SMTP; throws when the server does not take it. */
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
  return async function send({ subject, text }: Mail): Promise<void> {
    await transport.sendMail({ from, to, subject: subject.slice(0, 200).toWellFormed(), text })
  }
}
