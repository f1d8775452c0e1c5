import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { localOutbound } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../test/receivers.ts'
import { never } from '../../test/sending.ts'
import { createMailer, type MailOptions } from './mail-client.ts'

const people = { from: 'alerts@pharmacy.test', to: 'owner@pharmacy.test' }
const mail = { subject: 'Crocin', text: 'Out of stock' }
const PASSWORD = 'secret'

/** Serves connections until the test ends. Returns the port. */
async function listenOn(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** A proxy before a mail server. It removes the server's offer of encryption and records what we send. */
async function startStripper(url: string) {
  const said: string[] = []
  const port = await listenOn((client) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    client.on('data', (chunk) => {
      said.push(String(chunk))
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => client.write(String(chunk).replace(/250[- ]STARTTLS\r\n/, '')))
    client.on('error', () => {}).on('close', () => upstream.destroy())
    upstream.on('error', () => {}).on('close', () => client.destroy())
  })
  return { said, url: `smtp://pharmacy:${PASSWORD}@127.0.0.1:${port}` }
}

/** Pretends that connections leave this machine, although all test servers are on it. */
const beyond = (mayBeClear = false) => ({ ...localOutbound(), mayBeClear: () => mayBeClear })
const mailer = (url: string, others: Partial<MailOptions> = {}) => {
  const send = createMailer({ url, ...people, outbound: beyond(), ...others })
  return (signal = never) => send(mail, [], signal)
}

async function startServer() {
  const server = await startMailServer()
  onTestFinished(() => server.close())
  return server
}

/** True if the password appears as plain text, as AUTH PLAIN or as AUTH LOGIN. */
const isGiven = (said: string[]) => {
  const forms = [PASSWORD, btoa(PASSWORD), btoa(`\0pharmacy\0${PASSWORD}`)]
  return forms.some((form) => said.join('').includes(form))
}

test.each(['', '?ignoreTLS=true', '?opportunisticTLS=true', '?secure=false'])(
  'without an offer to encrypt nothing but a hello is sent%s',
  async (query) => {
    const { mails, url } = await startServer()
    const stripper = await startStripper(url)
    await expect(mailer(`${stripper.url}/${query}`)()).rejects.toThrow('STARTTLS')
    expect(isGiven(stripper.said)).toBe(false)
    expect(stripper.said.join('')).not.toMatch(/MAIL FROM|AUTH/)
    expect(mails).toEqual([])
  },
)

test('clear text is sent on this machine, and where the settings say so', async () => {
  const { mails, url } = await startServer()
  const stripper = await startStripper(url)
  await mailer(stripper.url, { outbound: localOutbound() })()
  await mailer(stripper.url, { outbound: beyond(true) })()
  expect(isGiven(stripper.said)).toBe(true)
  expect(mails).toHaveLength(2)
})

test('an untrusted certificate is refused', async () => {
  const { mails, url } = await startServer()
  await expect(mailer(url.replace('smtp:', 'smtps:'))()).rejects.toThrow()
  expect(mails).toEqual([])
})

test('words of the server are cleaned and cut', async () => {
  const port = await listenOn((socket) => {
    socket.on('error', () => {}).end(`554 go\u001b[31m away \u202e${'x'.repeat(5_000)}\r\n`)
  })
  const failure = await mailer(`smtp://127.0.0.1:${port}`)().catch((error: Error) => error)
  expect((failure as Error).message).toMatch(/554 go \[31m away {2}x+$/)
  expect((failure as Error).message.length).toBeLessThanOrEqual(300)
})

test('a server that says a byte now and then is given up in time', async () => {
  const port = await listenOn((socket) => {
    const drip = setInterval(() => socket.write('2'), 20)
    socket.on('error', () => {}).on('close', () => clearInterval(drip))
  })
  await expect(mailer(`smtp://127.0.0.1:${port}`, { timeoutMs: 200 })()).rejects.toThrow(/abort|time/i)
})
