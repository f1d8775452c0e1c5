import { addMedicine, connectApi } from '../../suite/api.ts'
import { broken, test } from '../../suite/broken-line.ts'
import { picker, sell, waiting } from '../../suite/counter.ts'
import { enter, expect } from '../../suite/test.ts'

test('a sale whose answers are lost is recorded once, on a slow line too', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Lost Answer', currentStock: 50 })
  await enter(page, '/sales')
  const network = await page.context().newCDPSession(page)
  const throughput = 100 * 1024
  const slow = { offline: false, latency: 200, downloadThroughput: throughput, uploadThroughput: throughput }
  await network.send('Network.emulateNetworkConditions', slow)
  line.break('POST /api/transactions', 'lose answer')
  await sell(page, 'Lost Answer', '3')
  await expect(picker(page)).toBeFocused()
  await expect(waiting(page)).toContainText('Sale of 3 × Lost Answer')
  await broken(line)
  await page.reload()
  await expect(waiting(page)).toContainText('Sale of 3 × Lost Answer')
  line.mend()
  await expect(waiting(page)).toHaveCount(0)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 47 })
})
