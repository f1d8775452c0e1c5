import { defaultBillSettings, defaultCounterLimits } from '@mms/contracts'
import { openForTests, openService, testDatabases } from '@mms/service-kit/test-support'
import { testAccess } from '@mms/service-kit/test-support/access'
import { testJobAlarms } from '@mms/service-kit/test-support/job-alarms'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { sales } from './app.ts'

const READERS = ['alerts', 'analytics']
const own = { _id: v7(), secret: 'x'.repeat(43), highest: 0, year: '26-27' }
const body = { medicineId: v7(), type: 'sale', quantity: 1, unitPrice: 10 }
const note = { _id: v7(), lines: [{ line: v7(), units: 1, to: 'stock' }], reason: 'Not needed' }
const move = { _id: v7(), from: 'cash', to: 'upi', amount: 100 }
/** No server listens on this port, so accepted transactions stay pending. */
const env = { INVENTORY_URL: 'http://127.0.0.1:1', COMMAND_TIMEOUT_MS: '50' }

testJobAlarms((database) => openService(sales, database, { env }))

describe.each(testDatabases())('a password typed long ago on $name', (database) => {
  const service = openForTests(() => openService(sales, database, { env, jobs: false }))
  test.each([
    ['put', '/api/transactions/limits', defaultCounterLimits],
    ['put', '/api/bills/store', defaultBillSettings],
    ['post', '/api/bills/counters', { letter: 'A', name: 'Front' }],
    ['post', `/api/bills/counters/${v7()}/closing`, {}],
    ['post', `/api/bills/counters/${v7()}/voids`, { year: '26-27', number: 1, reason: 'Lost' }],
  ] as const)('is asked for again before %s %s', async (method, path, body) => {
    const token = service.tokens.token({ role: 'admin', authTime: Math.floor(Date.now() / 1_000) - 660 })
    const answer = await service.client[method](path, { token, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.reauthenticate' } })
  })
})

testAccess((database) => openService(sales, database, { env }), {
  'get /api/transactions': 'signed-in',
  'get /api/transactions/summary': 'signed-in',
  'get /api/transactions/today': 'signed-in',
  'get /api/transactions/stuck': 'admin',
  'get /api/transactions/limits': 'signed-in',
  'put /api/transactions/limits': { who: 'admin', body: defaultCounterLimits },
  'get /api/bills/store': 'signed-in',
  'put /api/bills/store': { who: 'admin', body: defaultBillSettings },
  'get /api/bills/counters': 'signed-in',
  'post /api/bills/counters': { who: 'admin', body: { letter: 'A', name: 'Front' } },
  'post /api/bills/counters/own': { who: 'signed-in', body: own },
  'post /api/bills/counters/:id/closing': 'admin',
  'post /api/bills/counters/:id/voids': { who: 'admin', body: { year: '26-27', number: 1, reason: 'Lost' } },
  'get /api/bills/drawers': 'signed-in',
  'post /api/bills/drawers': 'signed-in',
  'get /api/bills/drawers/:id': 'signed-in',
  'post /api/bills/drawers/:id/entries': 'signed-in',
  'post /api/bills/drawers/:id/closing': { who: 'signed-in', body: { counted: { notes: [], coins: 1 } } },
  'get /api/bills/report': { who: 'signed-in', query: 'from=2026-11-01&to=2026-11-30' },
  'get /api/bills/report/bills': { who: 'signed-in', query: 'from=2026-11-01&to=2026-11-30' },
  'get /api/bills/report/lines': { who: 'signed-in', query: 'from=2026-11-01&to=2026-11-30' },
  'get /api/bills/credits': { who: 'signed-in', query: 'phone=9822012345' },
  'get /api/bills/:id/payment-moves': 'signed-in',
  'post /api/bills/:id/payment-moves': { who: 'signed-in', body: move },
  'get /api/bills': 'signed-in',
  'post /api/bills': 'signed-in',
  'get /api/bills/:id': 'signed-in',
  'get /api/bills/:id/notes': 'signed-in',
  'post /api/bills/:id/notes': { who: 'signed-in', body: note },
  'get /api/transactions/returnable/:medicineId': 'signed-in',
  'get /api/transactions/:id': 'signed-in',
  'get /api/transactions/:id/history': 'signed-in',
  'get /api/transactions/history': 'admin',
  'post /api/transactions': { who: 'signed-in', body },
  'post /api/transactions/withdrawal': { who: 'signed-in', body },
  'post /api/transactions/:id/reversal': 'signed-in',
  'post /api/transactions/:id/cancellation': 'signed-in',
  'post /api/transactions/:id/retry': 'admin',
  'get /internal/feed': READERS,
  'post /internal/rehearsal': 'admin',
  'get /internal/transactions': READERS,
})
