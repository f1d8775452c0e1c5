import { openDatabase } from '@mms/service-kit'
import { testDatabases } from '@mms/service-kit/test-support'
import { expect, test } from 'vitest'
import { groupTools, lineOf } from '../../test/groups.ts'
import { newId, openInventory } from '../../test/support.ts'

const servers = testDatabases().filter(({ name }) => name !== 'sqlite')

test.each(servers)(
  'a row that another transaction holds on $name delays the sales of that medicine alone',
  async (database) => {
    const inventory = await openInventory(database)
    const held = await inventory.create({ currentStock: 100 })
    const others = await Promise.all(
      Array.from({ length: 20 }, () => inventory.create({ currentStock: 100 })),
    )
    const { send } = groupTools(() => inventory)
    const bill = ({ _id }: { _id: string }) =>
      send([lineOf(_id, { units: 1, packSize: 1, packPrice: 1999, packMrp: null })])
    const sell = ({ _id: medicineId }: { _id: string }) => inventory.command(newId(), { medicineId })
    const foreign = openDatabase(inventory.database.url)
    const transaction = await foreign.transaction()
    await transaction('medicines').where({ id: held._id }).forUpdate().first('id')
    for (let round = 0; round < 3; round += 1) {
      const waiting = Array.from({ length: 20 }, (_, index) => (index % 2 ? sell(held) : bill(held)))
      const answers = await Promise.all(others.map((other, index) => (index % 2 ? sell(other) : bill(other))))
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
      for (const { status } of await Promise.all(waiting)) expect(status).toBe(503)
    }
    await transaction.rollback()
    await expect.poll(async () => (await sell(held)).status).toBe(200)
    await expect.poll(async () => (await bill(held)).status).toBe(200)
    const sold = await inventory.movements(held._id)
    expect(sold.map(({ change }) => change)).toEqual([100, -1, -1])
    await foreign.destroy()
    await inventory.close()
  },
)
