import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { openSendingStore } from '../../test/sending.ts'

const [sqlite] = testDatabases()

test.each([
  ['on the day that has 23 hours', '23', '2026-03-29T20:59:59Z', '2026-03-29T21:00:00Z', '29 Mar 2026'],
  ['on the day that has 25 hours', '8', '2026-10-25T06:59:59Z', '2026-10-25T07:00:00Z', '25 Oct 2026'],
  ['when that hour is left out', '2', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '29 Mar 2026'],
  ['when that hour comes twice', '2', '2026-10-24T23:59:59Z', '2026-10-25T00:00:00Z', '25 Oct 2026'],
  ['at midnight', '0', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '29 Mar 2026'],
])('the digest is made once, by the clocks of the store: %s', async (_, hour, before, due, date) => {
  const env = { STORE_TIME_ZONE: 'Europe/Berlin', ALERT_DIGEST_HOUR: hour }
  const store = await openSendingStore(sqlite as TestDatabase, { env })
  onTestFinished(() => store.close())
  const digestsAt = async (instant: string) => {
    store.setNow(instant)
    await store.service.digest.makeIfDue()
    return (await store.deliveries()).filter(({ subject }) => subject === `0 alerts open on ${date}`)
  }
  expect(await digestsAt(before)).toHaveLength(0)
  expect(await digestsAt(due)).toHaveLength(1)
  expect(await digestsAt(new Date(Date.parse(due) + 3_599_000).toISOString())).toHaveLength(1)
})
