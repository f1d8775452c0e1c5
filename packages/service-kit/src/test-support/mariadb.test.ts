import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { pingDatabase } from '../database/reachable.ts'

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
