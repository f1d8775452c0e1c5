import { expect, test } from 'vitest'
import { startGateway } from '../../test/support.ts'

const https = { publicOrigin: 'https://pharmacy.example' }
const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }

async function warningsOf(options: Parameters<typeof startGateway>[0], sent: object[]) {
  const gateway = await startGateway(options)
  for (const request of sent) expect((await gateway.get('/api/test', request)).status).toBe(200)
  await gateway.close()
  return gateway.lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'))
}

test('warns once that https ends at a proxy whose X-Forwarded-For is not believed', async () => {
  const warnings = await warningsOf(https, [{}, forwarded, forwarded])
  expect(warnings).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringContaining('all clients count as one') }),
  ])
})

test.each([
  ['no request names another client', https, [{}]],
  ['the proxy is believed', { ...https, trustedProxies: 1 }, [forwarded]],
  ['browsers do not come over https', {}, [forwarded]],
])('does not warn when %s', async (_, options, sent) => {
  expect(await warningsOf(options, sent)).toEqual([])
})
