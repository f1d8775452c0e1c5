import { expect, test } from 'vitest'
import { databaseUrl, ensureDatabases } from './databases.ts'

test.each([
  ['mysql://u:p@db:3306', 'mysql://u:p@db:3306/inventory'],
  ['mysql://u:p@db:3306/', 'mysql://u:p@db:3306/inventory'],
  ['mysql://u:p%40ss@db:3306/shop', 'mysql://u:p%40ss@db:3306/shop_inventory'],
])('puts the database of a service at %s to %s', (server, url) => {
  expect(databaseUrl(server, 'inventory')).toBe(url)
})

test('says in a sentence that a server cannot be found', async () => {
  await expect(ensureDatabases(['mysql://u:secret@nowhere.invalid:3306/x'])).rejects.toThrow(
    /^The database server at nowhere\.invalid:3306 cannot be reached \(E\w+\)\.$/,
  )
})
