import { startApp, testTokens } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inventoryAt } from '../../test/support.ts'

const command = { medicineId: v7(), type: 'sale', quantity: 1, direction: 'increase' } as const

const transaction = { id: v7(), unitPricePaise: 1_000, createdAt: new Date(), batch: null, packSize: null }

/** A client for a server that gives this answer to every request. */
async function clientOf(status: number, body: string) {
  const { url, close } = await startApp({
    callback: () => (_, response) => void response.writeHead(status).end(body),
  })
  const client = inventoryAt(url, testTokens())
  onTestFinished(() => Promise.all([client.close(), close()]).then(() => {}))
  return client
}

const moved = { movementId: v7(), medicineId: v7(), version: 1, balanceAfter: 0, lines: [] }
const applied = { outcome: 'applied', ...moved }

describe('what inventory answers to a command', () => {
  const notUnderstood = 'NotUnderstoodError'
  const unknown = 'OutcomeUnknownError'
  test.each([
    [400, '{"code":"request.invalid"}', notUnderstood],
    [404, '', notUnderstood],
    [409, '{"code":"inventory.of_tomorrow"}', notUnderstood],
    [200, '{"outcome":"postponed"}', notUnderstood],
    [200, '{"outcome":"applied"}', notUnderstood],
    [401, '', unknown],
    [403, '', unknown],
    [408, '', unknown],
    [429, '', unknown],
    [500, '', unknown],
    [200, '<html>', unknown],
  ])('%i %s is a %s', async (status, body, name) => {
    const client = await clientOf(status, body)
    for (const asked of [client.apply(transaction, command), client.cancel(v7())])
      await expect(asked).rejects.toMatchObject({ name })
  })

  test('an outcome with fields of tomorrow is understood', async () => {
    const client = await clientOf(200, JSON.stringify({ ...applied, batch: 'B-7' }))
    expect(await client.apply(transaction, command)).toEqual(applied)
  })
})
