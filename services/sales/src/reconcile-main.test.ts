import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { ofEveryProgram } from '@mms/service-kit/test-support'
import { beforeAll, expect, test } from 'vitest'
import { describeStore } from '../test/support.ts'

/** Ends the promise also if the program ends with an error. */
function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const args = [resolve(import.meta.dirname, 'reconcile-main.ts')]
  return new Promise((done) => {
    const options = { env: { ...ofEveryProgram(), ...env } }
    const child = execFile(process.execPath, args, options, (_, output, errors) =>
      done({ code: child.exitCode, output: output + errors }),
    )
  })
}

describeStore('reconciling by hand on $name', (store) => {
  beforeAll(async () => {
    const medicine = await store.addMedicine({ currentStock: 10 })
    await store.record({ medicineId: medicine._id, quantity: 3 })
  })

  const env = () => ({
    DATABASE_URL: store.database.url,
    INVENTORY_URL: store.inventory.url,
    ...store.tokens.serviceSettings(),
  })

  test('tells what was compared, and ends well when both sides agree', async () => {
    const { code, output } = await run(env())
    expect(output).toBe(
      'Compared 1 medicine, 2 movements, 1 transaction.\n' +
        'Retried 0 pending transactions; 0 still pending.\n' +
        'Found 0 mismatches.\n',
    )
    expect(code).toBe(0)
  })

  test('tells what is wrong, and ends with code 1', async () => {
    await store.inventoryDatabase.db('medicines').update({ current_stock: 8 })
    const { code, output } = await run(env())
    expect(output).toContain('Found 1 mismatch.\nstock_differs · medicine ')
    expect(output).toContain('stock is 8, the ledger says 7 at version 2')
    expect(code).toBe(1)
  })

  test('says in a sentence that inventory does not answer', async () => {
    const { code, output } = await run({ ...env(), INVENTORY_URL: 'http://127.0.0.1:1' })
    expect(output).toMatch(/^Inventory at http:\/\/127.0.0.1:1 cannot be read: .*\.\n$/)
    expect(code).toBe(1)
  })
})
