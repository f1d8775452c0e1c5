import { spawnSync } from 'node:child_process'
import { main } from '@mms/service-kit'
import { plansOfSuite } from './suite-plans.ts'

/** Walks the audit log of each service of the suite with this DATA_DIR; exit code 1 if a line does not fit. */
await main(async () => {
  const services = (await plansOfSuite()).filter(({ env }) => env.DATABASE_URL !== undefined)
  const results = services.map(({ file, env }) =>
    spawnSync(process.execPath, [file, 'verify-audit'], { env, stdio: 'inherit' }),
  )
  process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1
})
