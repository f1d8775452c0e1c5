import { localOutbound } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { startReceiver } from '../../test/receivers.ts'
import { never, SECRET } from '../../test/sending.ts'
import { createWebhook, signatureOf } from './webhook-client.ts'

const outbound = localOutbound()
const delivery = { id: 'd', channel: 'webhook' as const, subject: 'Crocin', payload: {}, attempts: 0 }
const failureOf = (url: string) =>
  createWebhook({ url, secret: SECRET, timeoutMs: 50, outbound })(delivery, new Date(), never).then(
    () => undefined,
    (error: Error) => error,
  )

test('the signature is that of Standard Webhooks', () => {
  // The example of its specification.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  expect(signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('an error says why nobody answered', async () => {
  const receiver = await startReceiver()
  receiver.state.during = () => Promise.withResolvers<void>().promise
  expect(await failureOf(receiver.url)).toMatchObject({ message: 'not reached: no answer in time' })
  receiver.close()
  expect(await failureOf(receiver.url)).toMatchObject({ message: 'not reached: ECONNREFUSED' })
})

test.each(['http://user:hidden@127.0.0.1/hook', 'http://127.0.0.1:1/hook?token=hidden', 'http://[hidden/'])(
  'an error holds nothing of the address: %s',
  async (url) => {
    const error = await failureOf(url)
    expect(error?.message).toMatch(/^not reached: /)
    expect(`${error?.stack} ${error?.cause}`).not.toContain('hidden')
  },
)
