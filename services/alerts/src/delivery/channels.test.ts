import { createLogger } from '@mms/service-kit'
import { localOutbound, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { never, openSendingStore, SECRET, type SendingStore } from '../../test/sending.ts'
import { NOON } from '../../test/support.ts'
import { createSender } from './sender.ts'
import { createWebhook, signatureOf } from './webhook-client.ts'

/** Shorter than the ten seconds that a job rests, and than the timeout of a webhook: the job must be woken. */
const SOON = { timeout: 9_000 }
type Receiver = SendingStore['receiver']
const forever = () => Promise.withResolvers<void>().promise
const outbound = localOutbound()
const log = createLogger({ name: 'alerts', level: 'silent' })

describe.each(testDatabases())('the channels on $name', (database: TestDatabase) => {
  const open = async (options: { jobs?: boolean } = {}) => {
    const store = await openSendingStore(database, options)
    onTestFinished(() => store.close())
    return store
  }

  test('a webhook that hangs holds no mail back', async () => {
    const store = await open({ jobs: true })
    const held = Promise.withResolvers<void>()
    store.receiver.state.during = () => held.promise
    await store.receive(buildMedicine({ name: 'Crocin', currentStock: 0 }))
    await expect.poll(() => store.receiver.calls.length, SOON).toBe(1)
    await expect.poll(() => store.mailServer.mails.length, SOON).toBe(1)
    await store.receive(buildMedicine({ name: 'Dolo', currentStock: 0 }))
    await expect.poll(() => store.mailServer.mails.length, SOON).toBe(2)
    expect(store.receiver.calls).toHaveLength(1)
    held.resolve()
  })

  /** Returns the attempts of three deliveries after one round and after two. */
  async function tryThree(be: (receiver: Receiver) => void, timeoutMs = 30_000) {
    const { receiver, receive, database: opened } = await open()
    await receive(...Array.from({ length: 3 }, () => buildMedicine({ currentStock: 8 })))
    be(receiver)
    const callWebhook = createWebhook({ url: receiver.url, secret: SECRET, timeoutMs, outbound })
    const { jobs } = createSender({ db: opened.db, log, now: () => new Date(NOON), callWebhook })
    const round = async () => {
      for (const job of jobs) await job.run(never)
      return (await opened.db('deliveries').pluck('attempts')).map(Number).sort()
    }
    return [await round(), await round()]
  }

  test.each<[string, (receiver: Receiver) => void]>([
    ['takes too long', ({ state }) => Object.assign(state, { during: forever })],
    ['is away', ({ close }) => close()],
  ])('one attempt of a round is spent on a receiver that %s', async (_, be) => {
    expect(await tryThree(be, 200)).toEqual([
      [0, 0, 1],
      [0, 1, 1],
    ])
  })

  test('a receiver that refuses one is told of the others', async () => {
    const refuse = ({ state }: Receiver) => Object.assign(state, { status: 503 })
    expect(await tryThree(refuse)).toEqual(Array(2).fill([1, 1, 1]))
  })
})

test('the signature is that of Standard Webhooks', () => {
  // Example in the specification of Standard Webhooks.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
