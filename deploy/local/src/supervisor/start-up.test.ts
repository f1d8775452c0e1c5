import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Prints the URLs of all modules loaded by the file in its argument. */
const listModules = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context) } })
  await import(process.argv[1])
  process.exit()`

test('what keeps the processes running loads nothing of a server: it takes memory all day, and each start waits for it', () => {
  const args = ['--input-type=module', '-e', listModules, join(import.meta.dirname, 'run.ts')]
  const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' })
  expect(loaded).toContain('deploy/local/src/supervisor/suite.ts')
  expect(loaded).not.toMatch(/node_modules\/(koa|knex|lodash|undici|prom-client|pino)\//)
})
