import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { main, verifyLines } from '@mms/service-kit'
import { readConfig } from './config.ts'
import { plansOfSuite } from './suite-plans.ts'

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** What became of the log of published areas, and whether it is as it was written, to its end. */
function verifyAreas(file: string): [found: string, fits: boolean] {
  const newest = textOf(`${file}.newest`)
  const log = textOf(file)
  if (log === '' && newest === '') return ['no build was published', true]
  if (log === '')
    return [`NOT AS WRITTEN: ${file} is gone, which had ${Number.parseInt(newest, 10)} lines`, false]
  const { lines, fault } = verifyLines(log, newest)
  return fault ? [`NOT AS WRITTEN: line ${fault}, or the one before it`, false] : [`${lines} lines fit`, true]
}

/**
 * Walks the audit log of each service of the suite with this DATA_DIR, beside the links in its security events, and the log of
 * published areas; exit code 1 if a line does not fit.
 */
await main(async () => {
  const { DATA_DIR: folder, AREAS_FILE: list } = readConfig()
  const services = (await plansOfSuite()).filter(({ env }) => env.DATABASE_URL !== undefined)
  const results = services.map(({ name, file, env }) => {
    const args = [file, 'verify-audit', join(folder, 'logs', `${name}.security.log`)]
    return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0
  })
  const [found, fits] = verifyAreas(join(list ? dirname(list) : folder, 'areas.log'))
  process.stdout.write(`areas: ${found}\n`)
  results.push(fits)
  process.exitCode = results.every(Boolean) ? 0 : 1
})
