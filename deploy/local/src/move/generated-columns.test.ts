import { openDatabase } from '@mms/service-kit'
import { afterAll, expect, inject, test } from 'vitest'
import { planSuite } from '../../test/services.ts'
import { cleanUp } from '../../test/support.ts'
import { runServiceCommand } from '../plan/service-command.ts'
import { serviceNames } from '../setup/service-list.ts'

afterAll(cleanUp)

test('generated columns are stored on a server, where a node of a cluster dies of virtual ones: ADR 54', async () => {
  const { config, databaseUrl } = await planSuite(`${inject('mariaDbUrl')}columns_${process.pid}`)
  const generated: { name: string; extra: string }[] = []
  for (const service of serviceNames) {
    await runServiceCommand(config, { service, word: 'migrate', databaseUrl: databaseUrl(service) })
    const db = openDatabase(databaseUrl(service), { poolSize: 1 })
    const columns = db('information_schema.columns').whereRaw('table_schema = database()')
    generated.push(
      ...(await columns.where('extra', 'like', '%GENERATED%').select({ name: 'column_name' }, 'extra')),
    )
    await db.destroy()
  }
  expect(generated.map(({ name }) => name)).toContain('living_barcode')
  expect(generated.filter(({ extra }) => !extra.startsWith('STORED'))).toEqual([])
})
