import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { startBucket } from '@mms/service-kit/test-support/bucket'
import { afterEach, expect, test } from 'vitest'
import { runProgram } from '../../test/services.ts'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './key.ts'

const SLOW = { timeout: 300_000 }
const BALLAST = 400_000

afterEach(cleanUp)

/** A data folder whose database gets a box more before each backup: one whole, then increments. */
async function shop(more: Record<string, string> = {}) {
  const [folder, to] = [temporaryFolder(), temporaryFolder()]
  const key = join(temporaryFolder(), 'key')
  createKeyFile(key)
  const env = { DATA_DIR: folder, BACKUP_TO: to, BACKUP_KEY_FILE: key, ...more }
  const file = join(folder, 'inventory.sqlite')
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; create table boxes (id integer); create table ballast (bytes blob)')
  db.prepare('insert into ballast values (?)').run(randomBytes(BALLAST))
  const backup = (...args: string[]) => runProgram('backup/main.ts', args, env)
  const fill = (id: number) => db.prepare('insert into boxes values (?)').run(id)
  /** The moment at which all boxes so far are in a backup, and none of later ones. */
  const add = async (id: number, ...args: string[]) => {
    fill(id)
    const { code, output } = await backup(...args)
    expect([code, output]).toEqual([0, expect.any(String)])
    await delay(1_100 - (Date.now() % 1_000))
    const moment = `${new Date().toISOString().slice(0, 19)}Z`
    await delay(1_000)
    return { output, moment }
  }
  const restore = (target: string, ...args: string[]) =>
    runProgram('backup/restore-main.ts', [target, ...args], env)
  const boxes = () => {
    const restored = new DatabaseSync(file, { readOnly: true })
    const ids = restored.prepare('select id from boxes order by id').all()
    restored.close()
    return ids.map(({ id }) => id)
  }
  return { ...{ folder, to, key, env, db, fill, backup, add, restore, boxes } }
}

/** A whole backup with three increments. */
async function chain() {
  const made = await shop()
  const moments: string[] = []
  for (const id of [1, 2, 3, 4]) moments.push((await made.add(id, '--increment')).moment)
  made.db.close()
  const names = readdirSync(made.to).toSorted()
  const places = names.map((name) => join(made.to, name))
  return { ...made, moments, places, whole: places[0] ?? '' }
}

test('each increment is a moment to go back to, and small', SLOW, async () => {
  const { folder, moments, places, whole, restore, boxes, backup } = await chain()
  expect(places.map((place) => place.replace(/.*\./, ''))).toEqual(['backup', ...Array(3).fill('increment')])
  const sizes = places.map((place) => statSync(place).size)
  expect(sizes[0]).toBeGreaterThan(BALLAST)
  for (const size of sizes.slice(1)) expect(size).toBeLessThan(BALLAST / 4)
  const verified = await backup('--verify')
  expect(verified.output).toMatch(
    /\.increment with the 3 it follows is whole: of 2.+, 1 databases with 5 rows/,
  )

  for (const [at, moment] of [...moments.entries(), ...moments.entries()].toReversed().slice(0, 4)) {
    const { output } = await restore(whole, '--until', moment)
    expect(output).toMatch(/^Restored as of 2.+: inventory\.\n/)
    expect(boxes()).toEqual([1, 2, 3, 4].slice(0, at + 1))
  }
  await restore(places[2] ?? '')
  expect(boxes()).toEqual([1, 2, 3])
  const early = await restore(whole, '--until', '2020-01-01T10:00:00+05:30')
  expect(early.output).toMatch(/ is of 2\S+: restore one from before 2020-01-01T04:30:00\.000Z\.\n$/)
  expect(readdirSync(folder).filter((name) => /^(restor|verif|backup-copies)/.test(name))).toEqual([])
})

test(
  'a chain with a link that is missing, cut, changed or of another one is one sentence',
  SLOW,
  async () => {
    const { moments, places, whole, restore, boxes, backup } = await chain()
    const [, second = '', third = ''] = places
    const until = moments[3] ?? ''
    const refused = async (words: RegExp) => {
      for (const outcome of [await restore(whole, '--until', until), await backup('--verify')]) {
        expect(outcome).toMatchObject({ code: 1, output: expect.stringMatching(words) })
      }
      expect(boxes()).toEqual([1, 2, 3, 4])
    }
    const good = readFileSync(second)
    for (const place of [30, Math.floor(good.length * 0.6), good.length - 3]) {
      const bytes = Buffer.from(good)
      bytes.writeUInt8(bytes.readUInt8(place) ^ 16, place)
      writeFileSync(second, bytes)
      await refused(
        /^(The chain is broken: .+ is missing, or its first bytes were changed|.+ was changed; take another backup)\.\n$/,
      )
    }
    writeFileSync(second, good.subarray(0, -20))
    await refused(/ was cut: it ends before its end; take another backup\.\n$/)
    copyFileSync(third, second)
    await refused(/^The chain is broken: the backup that mms-\S+ follows is missing, .+\.\n$/)
    const other = await chain()
    copyFileSync(other.places[1] ?? '', second)
    await refused(/^The chain is broken: /)
    rmSync(second)
    await refused(/^The chain is broken: /)
    const early = await restore(whole, '--until', moments[0] ?? '')
    expect(early.output).toMatch(/^The chain is broken: /)
    await restore(whole)
    expect(boxes()).toEqual([1])
  },
)

test('an increment follows only what is there; old chains go as a whole', SLOW, async () => {
  const { to, add, backup, restore, folder, db } = await shop()
  expect((await add(1, '--increment')).output).toMatch(
    /\.backup: .+ It is whole: there was none to follow\.\n$/,
  )
  const { moment } = await add(2, '--increment')
  const [first = '', link = ''] = readdirSync(to).toSorted()
  renameSync(join(to, link), join(to, `${link}.away`))
  expect((await add(3, '--increment')).output).toContain('It is whole')
  renameSync(join(to, `${link}.away`), join(to, link))
  await add(4, '--increment')
  expect(readdirSync(to)).toHaveLength(4)
  const nearer = await restore(join(to, first), '--until', `${new Date().toISOString().slice(0, 19)}Z`)
  expect(nearer.output).toMatch(/\.backup is nearer to 2\S+: restore that one\.\n$/)
  expect((await backup('--keep', '2')).output).toContain('1 older than the last 2 removed.')
  expect(readdirSync(to).filter((name) => [first, link].includes(name))).toEqual([])
  expect(
    readdirSync(to)
      .map((name) => name.replace(/.*\./, ''))
      .toSorted(),
  ).toEqual([...['backup', 'backup', 'increment']])
  db.close()
  expect(moment < new Date().toISOString()).toBe(true)
  expect(readdirSync(folder)).toContain('backup-chain.json')
})

test('a chain in a bucket', SLOW, async () => {
  const bucket = await startBucket('backups', { isPrivate: true })
  try {
    const { add, db, restore, boxes, backup } = await shop({ BACKUP_TO: bucket.url, ...bucket.env })
    const moments: string[] = []
    for (const id of [1, 2, 3]) moments.push((await add(id, '--increment')).moment)
    db.close()
    const [whole] = [...bucket.objects.keys()].toSorted()
    expect((await backup('--verify')).output).toContain('with the 2 it follows is whole')
    await restore(`${bucket.url}/${whole}`, '--until', moments[1] ?? '')
    expect(boxes()).toEqual([1, 2])
  } finally {
    await bucket.close()
  }
})

test('what cannot be asked for is one sentence', SLOW, async () => {
  const { env, db, restore } = await shop()
  db.close()
  const onServer = await runProgram('backup/main.ts', ['--increment'], {
    ...env,
    DATABASE_URL: 'mysql://nobody@127.0.0.1:1/shop',
  })
  expect(onServer.output).toMatch(/^Increments are of embedded databases: .+\n$/)
  const endless = await runProgram('backup/main.ts', ['--increment', '--every', '15m'], env)
  expect(endless.output).toMatch(/^--increment makes one: .+\n$/)
  for (const moment of ['yesterday', '2026-11-25 10:30', '2026-11-25T10:30:00', '2026-13-25T10:30:00Z']) {
    const { output } = await restore('x', '--until', moment)
    expect(output).toBe('--until takes a moment with its time zone, such as 2026-11-25T10:30:00+05:30.\n')
  }
  const future = await restore('x', '--until', '2190-01-01T00:00:00Z')
  expect(future.output).toBe('--until 2190-01-01T00:00:00Z is still to come.\n')
})
