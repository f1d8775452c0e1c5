import { createHash } from 'node:crypto'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, runProgram, temporaryFolder } from '../../test/support.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { createKeyFile, packFolder } from './archive.ts'
import { readState } from './schedule.ts'
import { ownBackups } from './target.ts'

afterEach(cleanUp)

/** Prepares a data folder whose last rows are only in the write-ahead log, and backs it up. */
async function backedUp() {
  const [folder, to] = [temporaryFolder(), join(temporaryFolder(), 'deep/er')]
  const keyFile = join(temporaryFolder(), 'key')
  await createKeyFile(keyFile)
  const db = new DatabaseSync(join(folder, 'inventory.sqlite'))
  db.exec('pragma journal_mode = wal; create table boxes (id integer); insert into boxes values (1), (2)')
  const env = { DATA_DIR: folder, BACKUP_TO: to, BACKUP_KEY_FILE: keyFile }
  const backup = (more: object = {}, ...args: string[]) =>
    runProgram('backup/main.ts', args, { ...env, ...more })
  expect(await backup()).toMatchObject({ code: 0 })
  db.close()
  const [name = ''] = readdirSync(to)
  return { folder, to, keyFile, env, backup, file: join(to, name) }
}

function contentOf(folder: string) {
  const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return globSync('**', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()
    .map((path) => [path, digest(join(folder, path))])
}

test('the commands make a key once, a backup that is noted, and read it again', async () => {
  const { folder, to, keyFile, file: first, backup } = await backedUp()
  writeFileSync(`${first}.part`, 'begun')
  writeFileSync(join(to, 'mms-2000-01-01T00-00-00.000Z-foreign0.tar.zst.age'), 'of another installation')
  mkdirSync(join(folder, 'backup-work'))
  const verified = await backup({}, '--verify')
  expect(verified.output).toMatch(/ is whole: of 2.+, 1 databases with 2 rows\.\n$/)
  expect(readState(folder)?.verifiedAt).toEqual(expect.any(String))
  const again = await backup({ BACKUP_KEEP: '1' })
  expect(again.output).toContain(' 1 older than the last 1 removed.')
  const [foreign, file = '', ...others] = readdirSync(to)
  expect([foreign, others]).toEqual([expect.stringContaining('foreign0'), []])
  expect(statSync(join(to, file)).mode & 0o777).toBe(0o600)
  expect(readState(folder)).toMatchObject({ target: join(to, file), verifiedAt: null })
  expect(readdirSync(folder).toSorted()).toEqual(['backup.json', 'installation-id', 'inventory.sqlite'])

  const before = readFileSync(keyFile, 'utf8')
  const newKey = await backup({}, '--new-key', keyFile)
  expect(newKey).toMatchObject({ code: 1, output: expect.stringContaining('a key is never overwritten') })
  expect(readFileSync(keyFile, 'utf8')).toBe(before)
})

test('a backup that has no place, no suite, no key or lost options is one sentence', async () => {
  const { to, keyFile, file, backup } = await backedUp()
  const refused = async (words: RegExp, more: object, ...args: string[]) => {
    const { code, output } = await backup(more, ...args)
    expect(output).toMatch(words)
    expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)])
  }
  await refused(/^Cannot write a backup to .+ \(EEXIST\)\. Set BACKUP_TO /, { BACKUP_TO: file })
  await refused(/^The data directory .+ does not exist: set DATA_DIR /, { DATA_DIR: `${to}/no` })
  await refused(/^There are no databases in the data directory /, { DATA_DIR: temporaryFolder() })

  await refused(/^Backups are encrypted: set BACKUP_KEY_FILE /, { BACKUP_KEY_FILE: undefined })
  writeFileSync(keyFile, 'AGE-SECRET-KEY-1NONE')
  await refused(/^Backups are encrypted: /, {})
  const lost = { npm_config_verify: 'true', npm_lifecycle_event: 'backup' }
  await refused(/write -- before the options, as in npm run backup -- --verify\.\n$/, lost)
  expect(readdirSync(to)).toEqual([basename(file)])
})

test('a backup of a clock that was ahead is no newer than those of the right one', () => {
  const names = ['2026-11-25', '2026-11-26', '2031-01-01'].map((day) => `/a/mms-${day}-12345678.tar.zst.age`)
  const [first, second, ahead] = names
  const on = (day: string) => ownBackups(names, '12345678-90ab', new Date(day))
  expect(on('2026-11-27')).toEqual([ahead, first, second])
  expect(on('2032-01-01')).toEqual([first, second, ahead])
})

test('a restore that cannot be is one sentence, and changes nothing', async () => {
  const { folder, env, file } = await backedUp()
  const other = await backedUp()
  const before = contentOf(folder)
  const refused = async (words: RegExp, args: string[], more: object = {}) => {
    const { code, output } = await runProgram('backup/restore.ts', args, { ...env, ...more })
    expect(output).toMatch(words)
    expect([code, output]).toEqual([1, expect.stringMatching(/^[^\n]+\n$/)])
    expect(contentOf(folder)).toEqual(before)
  }
  const otherKey = { BACKUP_KEY_FILE: other.keyFile }
  await refused(
    / belongs to another installation than .+\. Restore it into an empty DATA_DIR\./,
    [other.file],
    otherKey,
  )
  await refused(/ was made with another key: /, [file], otherKey)
  await refused(/^The backup does not contain the database of sales\.$/m, [file, '--only', 'sales'])
  await refused(/ of embedded databases: restore it without DATABASE_URL\./, [file], {
    DATABASE_URL: 'mysql://nobody@127.0.0.1:1',
  })

  const [newer, damaged] = [`${file}.newer`, `${file}.damaged`]
  const [at, key] = [new Date().toISOString(), readFileSync(env.BACKUP_KEY_FILE, 'utf8').trim()]
  const installation = readFileSync(join(folder, 'installation-id'), 'utf8').trim()
  const manifest = { installation, release: '9.3.0', at, databases: ['inventory'] }
  const from = temporaryFolder()
  copyFileSync(join(folder, 'inventory.sqlite'), join(from, 'inventory.sqlite'))
  await packFolder(from, newer, key, manifest)
  await refused(/ was made by release 9\.3\.0; this is \d/, [newer])
  const content = readFileSync(join(from, 'inventory.sqlite'))
  writeFileSync(join(from, 'inventory.sqlite'), content.fill(7, 4_096))
  await packFolder(from, damaged, key, { ...manifest, release: '0.1.0' })
  await refused(/^The database inventory\.sqlite of the backup is damaged\.$/m, [damaged])

  const lock = await lockDataFolder(folder)
  await refused(/^The data directory .* is in use by a running suite/, [file])
  lock.release()
})
