import type { Alert, Medicine, Report } from '@mms/contracts'
import { openService, startNeighbour, testDatabases, testTokens } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { analytics } from '../app.ts'

const PATIENTLY = { timeout: 60_000, interval: 20 }
const NOBODY = 'http://127.0.0.1:1'

describe.each(testDatabases())('alerts over time on $name', (database) => {
  const tokens = testTokens()
  const token = tokens.token()

  test('are counted once each, as they come and when they are all told anew', async () => {
    const inventory = await startNeighbour('inventory', database, tokens)
    const followed = { INVENTORY_URL: inventory.url, ANALYTICS_URL: NOBODY }
    const alerts = await startNeighbour('alerts', database, tokens, followed)
    const env = { INVENTORY_URL: NOBODY, SALES_URL: NOBODY, ALERTS_URL: alerts.url }
    const opened = await openService(analytics, database, { env, tokens, jobs: true })
    onTestFinished(opened.close)
    const raised = async () => {
      const { body } = await opened.client.get<Report>('/api/reports?period=last-week', { token })
      return body.alertsOverTime?.reduce(
        (sum, { lowStock, expiry, highDemand, other }) =>
          sum + lowStock + 1_000 * (expiry + highDemand + other),
        0,
      )
    }
    const add = async (name: string) => {
      const body = { name, category: 'Other', currentStock: 0, unitPrice: 1 }
      const answer = await inventory.post<Medicine>('/api/medicines', { token, body })
      expect(answer.status).toBe(201)
      return answer.body
    }
    const alertsNow = async () => (await alerts.get<Alert[]>('/api/alerts', { token })).body
    await expect.poll(raised, PATIENTLY).toBe(0)
    await add('One')
    await add('Two')
    await expect.poll(raised, PATIENTLY).toBe(2)
    // Changing an alert does not count as raising one.
    const [first] = (await alertsNow()) as [Alert]
    await alerts.put(`/api/alerts/${first._id}`, { token, body: { status: 'resolved' } })
    await opened.database.db('feed_cursors').where({ name: 'alerts' }).update({ last_event_id: null })
    await add('Three')
    await expect.poll(raised, PATIENTLY).toBe(3)
    expect(await alertsNow()).toHaveLength(3)
  })
})
