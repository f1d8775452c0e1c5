import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startApp } from '@mms/service-kit/test-support'
import { SMTPServer } from 'smtp-server'

interface Call {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a webhook receiver that answers `status`, after `during` has resolved. */
export async function startReceiver() {
  const calls: Call[] = []
  const state: { status: number; during?: () => Promise<void> } = { status: 200 }
  const { url, close } = await startApp({
    callback: () => async (request, response) => {
      calls.push({ headers: request.headers, body: await text(request) })
      await state.during?.()
      response.writeHead(state.status).end()
    },
  })
  return { calls, state, close, url: `${url}/hook` }
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Starts a real SMTP server on this machine. */
export async function startMailServer() {
  const mails: { to: string[]; user: string; content: string }[] = []
  const state: { isFull: boolean; unknown: Set<string>; during?: () => Promise<void> } = {
    isFull: false,
    unknown: new Set(),
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
    onRcptTo: ({ address }, _, done) =>
      state.unknown.has(address) ? done(refusal(550, 'nobody of this name')) : done(),
    onData(stream, session, done) {
      void text(stream).then(async (content) => {
        await state.during?.()
        if (state.isFull) return done(refusal(452, 'mailbox full'))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, user: String(session.user), content })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => void server.close(resolve))
  return { mails, state, close, url: `smtp://pharmacy:secret@127.0.0.1:${port}` }
}
