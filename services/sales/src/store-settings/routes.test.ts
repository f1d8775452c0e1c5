import {
  type AuditEntry,
  type BillSettings,
  defaultBillSettings,
  type Problem,
  type ShownBillSettings,
} from '@mms/contracts'
import { openForTests, openService, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { sales } from '../app.ts'

const PATH = '/api/bills/store'
const env = { INVENTORY_URL: 'http://127.0.0.1:9' }
const GSTIN = '27AAPFU0939F1ZV'
const firstRate = { from: '2017-07-01', basisPoints: 500 }

describe.each(testDatabases())('the settings of the store on $name', (database: TestDatabase) => {
  const store = openForTests(() => openService(sales, database, { env }))
  beforeEach(() => store.database.db('store_settings').delete())

  const read = (query = '') => store.client.get<ShownBillSettings>(`${PATH}${query}`, { token: store.staff })
  const put = (
    differing: Partial<Record<keyof BillSettings, unknown>>,
    headers: Record<string, string> = {},
  ) => {
    const body = { ...defaultBillSettings, ...differing }
    return store.client.put<ShownBillSettings & Problem>(PATH, { token: store.admin, body, headers })
  }

  test('are those of an unregistered store at first', async () => {
    const { status, body, headers } = await read()
    expect([status, headers.get('etag')]).toEqual([200, '"0"'])
    expect(body).toEqual({ ...defaultBillSettings, version: 0 })
    expect((await read('?version=0')).body).toEqual(body)
  })

  test('are saved as versions, and the audit log has the fields that differ', async () => {
    const names = { legalName: 'Asha Medicals', stateCode: '27', gstin: GSTIN, taxStatus: 'regular' }
    const by = { _id: expect.any(String), name: 'Asha Rao' }
    expect(await put(names)).toMatchObject({ status: 200, body: { ...names, version: 1, changedBy: by } })
    const { body } = await put({ ...names, paper: 'A5' }, { 'If-Match': '"1"' })
    expect(await read()).toMatchObject({ body })
    expect((await read('?version=1')).body).toMatchObject({ ...names, paper: '80mm', version: 1 })
    const unknown = { status: 404, body: { code: 'sales.settings_not_found' } }
    expect(await read('?version=3')).toMatchObject(unknown)
    const log = await store.client.get<AuditEntry[]>('/api/transactions/history?action=settings', {
      token: store.admin,
    })
    expect(log.body[0]).toMatchObject({ subject: 'bill-settings', before: { paper: '80mm' } })
    expect(log.body[0]?.after).toEqual({ paper: 'A5' })
  })

  test('saving what is there changes nothing', async () => {
    expect((await put({})).body).toMatchObject({ version: 0 })
  })

  test.each([
    ['gstin', { gstin: '27AAPFU0939F1ZW' }],
    ['gstin', { gstin: GSTIN, stateCode: '29', taxStatus: 'regular' }],
    ['gstin', { taxStatus: 'composition' }],
    ['upiId', { upiId: 'shop' }],
    ['rates.medicine', { rates: ratesOf() }],
    ['rates.medicine', { rates: ratesOf(firstRate, firstRate) }],
  ])('answers 400 at %s to %j', async (field, differing) => {
    const { status, body } = await put(differing)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
    expect((await read()).body.version).toBe(0)
  })

  test('of two who change the same version at once, one is refused', async () => {
    const papers = ['A5', '80mm'] as const
    const both = await Promise.all(papers.map((paper) => put({ paper, phone: paper }, { 'If-Match': '"0"' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    expect(both.find(({ status }) => status === 412)?.body.code).toBe('sales.settings_changed')
    expect((await read()).body.version).toBe(1)
  })
})

function ratesOf(...medicine: BillSettings['rates']['medicine']): BillSettings['rates'] {
  return { ...defaultBillSettings.rates, medicine }
}
