import { createHash } from 'node:crypto'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '@mms/service-kit/config'
import { afterEach, describe, expect, test } from 'vitest'
import { runProgram } from '../../test/services.ts'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { createByteReader } from './byte-reader.ts'
import { removeOld } from './chain.ts'
import { inOrder, type Link, listLinks } from './folder.ts'
import { encodeHeader, readHeader } from './header.ts'
import { installationOf } from './installation.ts'
import { type BackupKey, createKeyFile, readKey } from './key.ts'
import { makeBackup } from './make.ts'
import { restoreBackup } from './restore.ts'
import { readState } from './state.ts'
import { openTarget } from './target.ts'
import type { Open } from './unpack.ts'
import { verifyBackup } from './verify.ts'

const SLOW = { timeout: 300_000 }

afterEach(cleanUp)

/** A data folder with one database, whose last rows are in its write-ahead log alone, and a backup of it. */
async function backedUp() {
  const folder = temporaryFolder()
  const to = join(temporaryFolder(), 'deep/er')
  const keyFile = join(temporaryFolder(), 'key')
  const db = new DatabaseSync(join(folder, 'inventory.sqlite'))
  db.exec('pragma journal_mode = wal; create table boxes (id integer); insert into boxes values (1), (2)')
  createKeyFile(keyFile)
  const key = readKey(keyFile)
  const config = { PORT: 1, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' } as const
  mkdirSync(to, { recursive: true })
  const { file } = await makeBackup(config, { folder: to, key })
  db.close()
  return { folder, to, keyFile, key, config, file }
}

const openOf =
  (file: string): Open =>
  (work) =>
    work(file)

/** Everything in a folder. */
function contentOf(folder: string) {
  const digest = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
  return globSync('**', { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted()
    .map((path) => [path, digest(path)])
}

test('the commands make a key once, a backup that is written down, and read it again', SLOW, async () => {
  const { folder, to, keyFile } = await backedUp()
  const env = { DATA_DIR: folder, BACKUP_TO: to, BACKUP_KEY_FILE: keyFile }
  const backup = (...args: string[]) => runProgram('backup/main.ts', args, env)
  writeFileSync(join(to, 'mms-2000-01-02.backup.part'), 'begun')
  expect(await backup('--keep', '1')).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 older than the last 1 removed.'),
  })
  const [file = '', ...others] = readdirSync(to)
  expect(others).toEqual([])
  expect(statSync(join(to, file)).mode & 0o777).toBe(0o600)
  expect(readState(folder)).toMatchObject({ target: join(to, file), verifiedAt: null })
  const verified = await backup('--verify')
  expect(verified.output).toMatch(/ is whole: of 2.+, 1 databases with 2 rows, 1 files\.\n$/)
  expect(readState(folder)?.verifiedAt).toEqual(expect.any(String))
  expect(readdirSync(folder).toSorted()).toEqual([
    ...['backup-chain.json', 'backup.json', 'installation-id', 'inventory.sqlite'],
  ])

  const before = readFileSync(keyFile, 'utf8')
  const again = await backup('--new-key', keyFile)
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('a key is never overwritten') })
  expect(readFileSync(keyFile, 'utf8')).toBe(before)
  const { output } = await runProgram('backup/main.ts', [], { DATA_DIR: folder, BACKUP_TO: to })
  expect(output).toMatch(/^Backups are encrypted: name the file of the key .+\n$/)
})

test('backups of another installation in the same folder are left alone', SLOW, async () => {
  const [own, foreign] = [await backedUp(), await backedUp()]
  copyFileSync(foreign.file, join(own.to, 'mms-2000-01-01.backup'))
  await makeBackup(own.config, { folder: own.to, key: own.key })
  const installation = installationOf(own.folder) ?? ''
  expect(await removeOld(openTarget(own.to, own.config), installation, 1)).toEqual([own.file])
  expect((await listLinks(own.to)).filter(({ header }) => header.installation === installation)).toHaveLength(
    1,
  )
  expect(readdirSync(own.to)).toHaveLength(2)
  const other = join(own.to, 'mms-2000-01-01.backup')
  await verifyBackup(own.folder, { address: other, opens: [openOf(other)], key: foreign.key })
})

/** The file with another header. */
async function withHeader(file: string, change: object): Promise<string> {
  const bytes = readFileSync(file)
  const whole = (async function* () {
    yield bytes
  })()
  const { header, encoded } = await readHeader(createByteReader(whole), file)
  const changed = `${file}.changed`
  const content = bytes.subarray(encoded.length)
  writeFileSync(changed, Buffer.concat([encodeHeader({ ...header, ...change }), content]))
  return changed
}

test('a backup that has no place, no suite or lost options is one sentence', SLOW, async () => {
  const { folder, to, keyFile, file } = await backedUp()
  const backup = async (more: Record<string, string>, ...args: string[]) => {
    const env = { DATA_DIR: folder, BACKUP_TO: to, BACKUP_KEY_FILE: keyFile, ...more }
    const { code, output } = await runProgram('backup/main.ts', args, env)
    expect(output).toMatch(/^[^\n]+\n$/)
    expect(code).toBe(1)
    return output
  }
  expect(await backup({ BACKUP_TO: file })).toContain(
    `No backup can be written to ${file} (EEXIST): name another`,
  )
  expect(await backup({ BACKUP_TO: `${to}/no` }, '--verify')).toMatch(/^The folder .+ does not exist\.\n$/)
  expect(await backup({ DATA_DIR: `${to}/no` })).toMatch(
    /^The data directory .+ does not exist: set DATA_DIR /,
  )
  expect(await backup({}, '--new-key', `${to}/no/key`)).toMatch(/ cannot be made \(ENOENT\): name one in /)
  const lost = await backup({ npm_config_verify: 'true', npm_lifecycle_event: 'backup' })
  expect(lost).toContain('write -- before the options, as in npm run backup -- --verify.')
  expect(readdirSync(to)).toEqual([basename(file)])
})

test('a backup of a clock that was ahead is no newer than those of the right one', () => {
  const of = (at: string) => ({ address: at, header: { at } }) as Link
  const names = (now: string) =>
    inOrder([of('2031-01-01'), of('2026-11-25'), of('2026-11-26')], now).map(({ address }) => address)
  expect(names('2026-11-27')).toEqual(['2031-01-01', '2026-11-25', '2026-11-26'])
  expect(names('2032-01-01')).toEqual(['2026-11-25', '2026-11-26', '2031-01-01'])
})

describe('a restore says in one sentence and changes nothing', () => {
  test('where the backup is not for this place, or not whole', SLOW, async () => {
    const { folder, config, file, key } = await backedUp()
    const other = await backedUp()
    const before = contentOf(folder)
    const refused = async (words: RegExp, options: { file?: string; key?: BackupKey; only?: string }) => {
      const { file: own, ...more } = { file, key, ...options }
      const restoring = restoreBackup(config, { address: own, opens: [openOf(own)], ...more })
      const error = await restoring.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StartupError)
      expect((error as Error).message).toMatch(words)
      expect(contentOf(folder)).toEqual(before)
    }
    await refused(/ is of another installation than /, { file: other.file, key: other.key })
    await refused(/ was made with another key than this one: name that one with --key\.$/, { key: other.key })
    await refused(/ is of release 9\.3\.0, and this is \d/, {
      file: await withHeader(file, { release: '9.3.0' }),
    })
    await refused(/ part 1 of it was changed; take another backup\.$/, {
      file: await withHeader(file, { release: '0.0.1' }),
    })
    await refused(/ is no backup of this suite\.$/, { file: join(folder, 'inventory.sqlite') })
    await refused(/ does not exist\.$/, { file: `${file}.absent` })
    await refused(/^The backup has no database of sales\.$/, { only: 'sales' })

    const bytes = readFileSync(file)
    const place = Math.floor(bytes.length * 0.7)
    bytes.writeUInt8(bytes.readUInt8(place) ^ 16, place)
    writeFileSync(`${file}.flipped`, bytes)
    await refused(/ part 1 of it was changed; take another backup\.$/, { file: `${file}.flipped` })
    truncateSync(file, bytes.length - 40)
    await refused(/ was cut: it ends before its end; take another backup\.$/, { file })
  })

  test('where it is told wrong, or the suite runs', SLOW, async () => {
    const { folder, file, keyFile } = await backedUp()
    const restore = async (...args: string[]) => {
      const { code, output } = await runProgram('backup/restore-main.ts', args, { DATA_DIR: folder })
      expect(code).toBe(1)
      return output
    }
    expect(await restore()).toMatch(/^Usage: npm run restore -- FILE .+\n$/)
    expect(await restore(file, '--only', 'inventry')).toMatch(/^--only takes the name of a service: .+\n$/)
    expect(await restore(file, '--key', `${keyFile}.absent`)).toMatch(/^The key file .+ does not exist\.\n$/)
    const lock = await lockDataFolder(folder)
    expect(await restore(file, '--key', keyFile)).toMatch(
      /^The data directory .* is in use by a running suite/,
    )
    lock.release()
  })
})
