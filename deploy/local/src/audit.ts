import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main, verifyLines } from '@mms/service-kit'
import { readConfig } from './config.ts'
import { plansOfSuite } from './suite-plans.ts'

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Whether the log of published areas, if there is one, is as it was written, to its end. */
function verifyAreas(file: string): boolean {
  const newest = textOf(`${file}.newest`)
  if (!existsSync(file) && newest === '') return true
  const { lines, fault } = verifyLines(textOf(file), newest)
  const found = fault ? `NOT AS WRITTEN: line ${fault}, or the one before it` : `${lines} lines fit`
  process.stdout.write(`areas: ${found}\n`)
  return fault === undefined
}

/**
 * Walks the audit log of each service of the suite with this DATA_DIR, beside the links in its security events, and the log of
 * published areas; exit code 1 if a line does not fit.
 */
await main(async () => {
  const { DATA_DIR: folder } = readConfig()
  const services = (await plansOfSuite()).filter(({ env }) => env.DATABASE_URL !== undefined)
  const results = services.map(({ name, file, env }) => {
    const args = [file, 'verify-audit', join(folder, 'logs', `${name}.security.log`)]
    return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0
  })
  results.push(verifyAreas(join(folder, 'areas.log')))
  process.exitCode = results.every(Boolean) ? 0 : 1
})
