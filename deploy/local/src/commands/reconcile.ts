import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { main } from '@mms/service-kit'
import { root } from '../config.ts'
import { planRunningSuite } from '../plan/service-command.ts'

/** Compares sales with the stock ledger of the running suite. Exits with 1 if they differ. */
await main(async () => {
  const sales = (await planRunningSuite()).find(({ name }) => name === 'sales')
  const program = join(root, 'services/sales/src/reconcile-main.ts')
  const { status } = spawnSync(process.execPath, [program], {
    env: sales?.env as NodeJS.ProcessEnv,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
})
