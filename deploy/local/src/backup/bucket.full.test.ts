import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startBucket } from '@mms/service-kit/test-support/bucket'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUp, runProgram, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './archive.ts'
import { readState } from './schedule.ts'

let bucket: Awaited<ReturnType<typeof startBucket>>
beforeEach(async () => {
  bucket = await startBucket('backups', { isPrivate: true })
})
afterEach(async () => {
  await bucket.close()
  await cleanUp()
})

/** Prepares a data folder with one database, and commands that use the test's bucket. */
async function shop() {
  const folder = temporaryFolder()
  const key = join(temporaryFolder(), 'key')
  await createKeyFile(key)
  const db = new DatabaseSync(join(folder, 'inventory.sqlite'))
  db.exec('pragma journal_mode = wal; create table boxes (id integer); insert into boxes values (1), (2)')
  db.close()
  const env = { DATA_DIR: folder, BACKUP_TO: bucket.url, BACKUP_KEY_FILE: key, ...bucket.env }
  const backup = (args: string[] = [], more = {}) => runProgram('backup/main.ts', args, { ...env, ...more })
  return { folder, env, backup }
}

test('a backup in a bucket is read again, restored, and deleted when it is old', async () => {
  const { folder, env, backup } = await shop()
  bucket.objects.set('mms-of-another.tar.zst.age', { content: Buffer.from('x'), headers: {}, at: new Date() })
  for (const count of [1, 2, 3]) {
    const { code, output } = await backup([], { BACKUP_KEEP: '2' })
    expect([code, output]).toEqual([0, expect.stringContaining(`${bucket.url}/mms-2`)])
    expect(bucket.objects.size).toBe(1 + Math.min(count, 2))
  }
  expect(readState(folder)?.target).toContain(bucket.url)
  const verified = await backup(['--verify'])
  expect(verified.output).toMatch(/^http.+ is whole: of 2.+, 1 databases with 2 rows\.\n$/)
  expect(readState(folder)?.verifiedAt).toEqual(expect.any(String))
  expect(readdirSync(folder)).not.toContain('backup-work')

  const newest = `${bucket.url}/${[...bucket.objects.keys()].toSorted().at(-2)}`
  rmSync(join(folder, 'inventory.sqlite'))
  const restored = await runProgram('backup/restore.ts', [newest], env)
  expect(restored.output).toMatch(/^Restored as of 2.+: inventory\.\n/)
  expect(existsSync(join(folder, 'inventory.sqlite'))).toBe(true)
})

test('a bucket that refuses or is not there is one sentence', async () => {
  const { folder, backup } = await shop()
  const wrong = await backup([], { AWS_SECRET_ACCESS_KEY: 'another' })
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The bucket refused PUT \/mms-.+: answered 403\.\n$/),
  })
  const gone = await startBucket('backups')
  await gone.close()
  const absent = await backup([], { BACKUP_TO: gone.url })
  expect(absent).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The bucket refused PUT .+ECONNREFUSED\.\n$/),
  })
  expect(readState(folder)).toBeUndefined()
  expect(readdirSync(folder).toSorted()).toEqual(['installation-id', 'inventory.sqlite'])
})
