import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { main, verifyLines } from '@mms/service-kit'
import { readConfig } from '../config.ts'
import { planRunningSuite } from '../plan/service-command.ts'

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const hasPublished = (list: string) =>
  Object.values(JSON.parse(textOf(list) || '{}')).some((area) => typeof area === 'object')

function verifyAreas(file: string, list: string): [found: string, fits: boolean] {
  const newest = textOf(`${file}.newest`)
  const log = textOf(file)
  if (log === '' && newest === '') {
    return hasPublished(list)
      ? [`ALTERED: ${file} is missing although builds are published`, false]
      : ['no build was published', true]
  }
  if (log === '') return [`ALTERED: ${file} is missing. It had ${Number.parseInt(newest, 10)} lines`, false]
  const { lines, fault } = verifyLines(log, newest)
  if (fault) return [`ALTERED: line ${fault}, or the one before it`, false]
  return newest === ''
    ? [
        `ALTERED: ${file}.newest is missing: ${lines} intact lines, but later ones may have been removed`,
        false,
      ]
    : [`${lines} intact lines`, true]
}

/**
 * Verifies the log of published areas and each service's audit log, by its security events and last noted link. Exits
 * with 1 for a fault, or if nothing confirms a log.
 */
await main(async () => {
  const { DATA_DIR: folder, AREAS_FILE: list } = readConfig()
  const services = (await planRunningSuite()).filter(({ env }) => env.DATABASE_URL !== undefined)
  const results = services.map(({ name, file, env }) => {
    const securityEvents = join(folder, 'logs', `${name}.security.log`)
    const args = [file, 'verify-audit', securityEvents, join(folder, `${name}.audited.json`)]
    return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0
  })
  const areas = list ?? join(folder, 'areas.json')
  const [found, fits] = verifyAreas(join(dirname(areas), 'areas.log'), areas)
  process.stdout.write(`areas: ${found}\n`)
  results.push(fits)
  process.exitCode = results.every(Boolean) ? 0 : 1
})
