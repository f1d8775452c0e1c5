import { resolve } from 'node:path'
import type { Medicine } from '@mms/contracts'
import { createReadModel, defineService, projectionMigrations, serviceSettings } from '@mms/service-kit'
import {
  openService,
  publishKeys,
  startProcess,
  testDatabases,
  testTokens,
} from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createMedicines, medicines, projectMedicines } from '../../test/read-model/medicines.ts'

const here = import.meta.dirname

/** A new domain's service that needs medicines and never calls inventory during a request. */
const suppliers = defineService({
  name: 'suppliers',
  version: '0.4.0',
  settings: z.object({ ...serviceSettings, INVENTORY_URL: z.url() }),
  migrations: [...projectionMigrations('20261201100000'), createMedicines],
  create: ({ db, log, config, clientOf }) => ({
    routes: [],
    projections: [projectMedicines({ db, log, client: clientOf(config.INVENTORY_URL) })],
  }),
})

describe.each(testDatabases())('a read model of a new domain on $name', (database) => {
  test('holds what inventory had and what it has since', { timeout: 120_000 }, async () => {
    const tokens = testTokens()
    const keys = await publishKeys(tokens)
    onTestFinished(keys.close)
    const stock = await database.open()
    onTestFinished(stock.close)
    const inventory = await startProcess(resolve(here, '../../../../services/inventory/src/main.ts'), {
      ...{
        DATABASE_URL: stock.url,
        JWKS_URL: keys.url,
        ...tokens.serviceSettings({ suppliers: ['inventory'] }),
      },
    })
    onTestFinished(inventory.kill)
    const add = async (name: string) => {
      const body = { name, category: 'Other', currentStock: 5, unitPrice: 1 }
      return (await inventory.post<Medicine>('/api/medicines', { token: tokens.token(), body })).body
    }
    const ids = [(await add('Dolo'))._id]
    const opened = await openService(suppliers, database, {
      ...{ env: { INVENTORY_URL: inventory.url }, tokens, jobs: true },
    })
    onTestFinished(opened.close)
    const names = async () =>
      (await createReadModel(opened.database.db, medicines).find(ids)).map(({ name }) => name)
    await expect.poll(names, { timeout: 60_000 }).toEqual(['Dolo'])
    ids.push((await add('Crocin'))._id)
    await expect.poll(names, { timeout: 60_000 }).toEqual(['Dolo', 'Crocin'])
  })
})
