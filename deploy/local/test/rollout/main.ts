import { parseArgs } from 'node:util'
import { startMariaDb } from '@mms/service-kit/test-support'
import { serviceNames } from '../../src/setup/service-list.ts'
import { cleanUp } from '../support.ts'
import { rollOut } from './rollout.ts'

/** `npm run rollout -- [--requests 20000] [--database sqlite|mariadb] [--workers 16]` */
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { requests: text, database: text, workers: text } })
const { requests = '20000', database = 'sqlite', workers = '16' } = values
const mariaDb = database === 'mariadb' ? await startMariaDb({ durable: true }) : undefined
try {
  const { failures, sold, gone, reconciled, output, ...counts } = await rollOut({
    requests: Number(requests),
    workers: Number(workers),
    names: [...serviceNames, 'gateway'],
    separate: true,
    databaseUrl: mariaDb && `${mariaDb.url}rollout`,
    print: (line) => console.log(`${new Date().toISOString()} ${line}`),
  })
  console.log(JSON.stringify(counts))
  console.log(reconciled.output.trimEnd())
  for (const failure of failures.slice(0, 20)) console.log(failure)
  const lost = sold.some((units, i) => units !== gone[i])
  console.log(
    `${failures.length} failed, ${lost ? `units lost: sold ${sold}, gone ${gone}` : 'no unit lost'}`,
  )
  if (failures.length > 0) console.log(output)
  process.exitCode = failures.length > 0 || lost || reconciled.code !== 0 ? 1 : 0
} finally {
  await mariaDb?.stop()
  await cleanUp()
}
