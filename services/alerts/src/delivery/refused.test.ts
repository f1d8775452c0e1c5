import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { later, NIGHT, OWNER, openSendingStore, type SendingStore } from '../../test/sending.ts'

const TRY_AGAIN_MS = 10_000

describe.each(testDatabases())('a mail refused for one of several on $name', (database: TestDatabase) => {
  let store: SendingStore
  beforeEach(async () => {
    store = await openSendingStore(database)
    store.mailServer.state.unknown.add(NIGHT)
  })
  afterEach(() => store.close())

  const runOut = (name: string) => store.receive(buildMedicine({ name, currentStock: 0 }))
  const ofMail = async () => (await store.deliveries()).filter(({ channel }) => channel === 'email')

  test('is not delivered, and says for how many it was refused', async () => {
    await runOut('Crocin')
    await store.sendDue()
    expect(store.mailServer.mails).toMatchObject([{ to: [OWNER] }])
    const error = 'the mail server refused 1 of 2 addresses'
    expect(await ofMail()).toMatchObject([{ status: 'pending', attempts: 1, error }])
  })

  test('is sent again to whom it was refused only, until it is taken', async () => {
    await runOut('Crocin')
    await store.sendDue()
    store.setNow(later(TRY_AGAIN_MS))
    await store.sendDue()
    expect(store.mailServer.mails).toHaveLength(1)
    expect(await ofMail()).toMatchObject([{ status: 'pending', attempts: 2 }])
    store.mailServer.state.unknown.clear()
    store.setNow(later(8 * TRY_AGAIN_MS))
    await store.sendDue()
    expect(store.mailServer.mails.map(({ to }) => to)).toEqual([[OWNER], [NIGHT]])
    expect(await ofMail()).toMatchObject([{ status: 'delivered', error: null }])
  })
})
