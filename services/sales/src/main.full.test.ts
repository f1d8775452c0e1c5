import { publishKeys, testDatabases, testTokens } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../test/process.ts'

const [sqlite] = testDatabases()

/** Lists of the zones in use leave this name out: inventory took it, and sales did not start. */
test('starts in every time zone that inventory starts in', { timeout: 120_000 }, async () => {
  const tokens = testTokens()
  const keys = await publishKeys(tokens)
  onTestFinished(keys.close)
  for (const name of ['inventory', 'sales'] as const) {
    const database = await (sqlite as NonNullable<typeof sqlite>).open()
    onTestFinished(database.close)
    const service = await startService(name, {
      DATABASE_URL: database.url,
      JWKS_URL: keys.url,
      ...tokens.serviceSettings(),
      INVENTORY_URL: 'http://127.0.0.1:1',
      STORE_TIME_ZONE: 'Asia/Kathmandu',
    })
    onTestFinished(service.kill)
    expect((await service.get('/readyz')).status).toBe(200)
  }
})
