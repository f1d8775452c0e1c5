import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { pingDatabase } from '../database/reachable.ts'
import { startMariaDb } from './mariadb.ts'

const program = `
import { startMariaDb } from '@mms/service-kit/test-support'
process.send((await startMariaDb()).url)`

test('a MariaDB server is gone when the process that started it was killed', async () => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [url] = await once(runner, 'message')
  const db = openDatabase(`${url}mysql`)
  await pingDatabase(db)
  runner.kill('SIGKILL')
  await expect.poll(() => pingDatabase(db).catch(() => 'gone'), { timeout: 10_000 }).toBe('gone')
  await db.destroy()
})

test('a server that crashes comes back with what was committed', async () => {
  const server = await startMariaDb({ durable: true })
  const open = () => openDatabase(`${server.url}mysql`, { poolSize: 1 })
  const before = open()
  await before.raw('create database kept')
  await before.raw('create table kept.kept (id int primary key)')
  await before.raw('insert into kept.kept values (7)')
  const { killedPid } = await server.crash()
  expect(existsSync(`/proc/${killedPid}`)).toBe(false)
  const after = open()
  expect((await after.raw('select id from kept.kept'))[0]).toEqual([{ id: 7 }])
  await Promise.all([before.destroy(), after.destroy()])
  await server.stop()
})
