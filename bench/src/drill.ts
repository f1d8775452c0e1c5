import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { planSuite } from '../../deploy/local/test/services.ts'
import { admin, runProgram } from '../../deploy/local/test/support.ts'
import { fill, MEDICINES, names, OPENING, readBooks, type Suite } from './drill-store.ts'
import { type Load, load, median, ratio, type Target } from './load.ts'
import { root } from './processes.ts'
import { line, table } from './table.ts'

const { MOVEMENTS = '1000000', ROUNDS = '6', SECONDS = '4' } = process.env
const TILLS = 4

interface Shop {
  suite: Suite
  env: Record<string, string>
  folder: string
  sale: Target
  acknowledged: { id: string; at: string }[]
  sell(stop: AbortSignal): Promise<void>
}

async function openShop(folder: string): Promise<Shop> {
  const suite = await planSuite(undefined, join(folder, 'here'))
  await suite.start(...names)
  const { token } = await suite.call('identity', 'POST', '/api/auth/login', admin)
  const sold: { id: string; medicine: string }[] = []
  const bodyOf = (medicineId: string) => ({ medicineId, type: 'sale', quantity: 1, unitPrice: 2.5 })
  for (let n = 0; n < MEDICINES; n += 1) {
    const form = {
      name: `Sold ${n}`,
      category: 'Other',
      currentStock: OPENING,
      minStockLevel: 1,
      unitPrice: 2.5,
    }
    const { _id: medicine } = await suite.call('inventory', 'POST', '/api/medicines', form, token)
    const { _id: id } = await suite.call('sales', 'POST', '/api/transactions', bodyOf(medicine), token)
    sold.push({ id, medicine })
  }
  await suite.stop('sales', 'inventory')
  await fill(suite, sold, Number(MOVEMENTS))
  await suite.start('inventory', 'sales')
  const acknowledged: Shop['acknowledged'] = []
  let turn = 0
  const next = () => bodyOf(sold[turn++ % sold.length]?.medicine ?? '')
  const key = join(folder, 'key')
  await runProgram('backup/main.ts', ['--new-key', key], {})
  const sell = async (stop: AbortSignal) => {
    while (!stop.aborted) {
      const answer = await suite.request('sales', 'POST', '/api/transactions', next(), token)
      const { _id: id } = (await answer.json()) as { _id: string }
      if (answer.status === 201) acknowledged.push({ id, at: new Date().toISOString() })
    }
  }
  const sale: Target = {
    url: suite.urlOf('sales', '/api/transactions'),
    method: 'POST',
    status: 201,
    pids: {},
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    next: () => ({ headers: { 'idempotency-key': randomUUID() }, body: next() }),
  }
  const env = { ...suite.env, BACKUP_TO: join(folder, 'to'), BACKUP_KEY_FILE: key, BACKUP_KEEP: '1' }
  return { suite, env, folder, sale, acknowledged, sell }
}

function backUpOn({ env }: Shop) {
  let isOn = true
  let child: ChildProcess | undefined
  let count = 0
  const running = (async () => {
    while (isOn) {
      child = spawn(process.execPath, [join(root, 'deploy/local/src/backup/main.ts')], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`The backup ended with ${code}`)
      count += 1
    }
  })()
  return async () => {
    isOn = false
    await running
    return count
  }
}

async function costOf(shop: Shop) {
  const [alone, beside]: [Load[], Load[]] = [[], []]
  const measure = () => load(shop.sale, TILLS, Number(SECONDS))
  const measureBeside = async () => {
    const stop = backUpOn(shop)
    // Lets the program start first.
    await delay(1_000)
    beside.push(await measure())
    await stop()
  }
  await measure()
  for (let round = 0; round < Number(ROUNDS); round += 1) {
    if (round % 2 === 1) await measureBeside()
    alone.push(await measure())
    if (round % 2 === 0) await measureBeside()
  }
  const rate = (loads: Load[]) => Math.round(median(loads.map(({ perSecond }) => perSecond)))
  const p99 = (loads: Load[]) => Math.round(median(loads.map((each) => each.p99)))
  return [rate(alone), rate(beside), ratio(beside, alone), p99(alone), p99(beside)]
}

const secondsSince = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(0)

async function restoreElsewhere({ suite, env, folder, acknowledged, sell }: Shop) {
  const stopping = new AbortController()
  const tills = Array.from({ length: TILLS }, () => sell(stopping.signal))
  await delay(2_000)
  const begun = performance.now()
  const made = await runProgram('backup/main.ts', [], env)
  const backupSeconds = secondsSince(begun)
  stopping.abort()
  await Promise.all(tills)
  await suite.stop(...names)
  const name = readdirSync(join(folder, 'to')).findLast((each) => each.endsWith('.age')) ?? made.output
  const file = join(folder, 'to', name)
  const restoring = performance.now()
  const copy = await planSuite(undefined, join(folder, 'there'))
  const restored = await runProgram('backup/restore.ts', [file], {
    ...{ ...copy.env, BACKUP_KEY_FILE: join(folder, 'key') },
  })
  const at = / of (2\S+Z): /.exec(restored.output)?.[1]
  if (!at) throw new Error(restored.output)
  await copy.start(...names)
  const restoreSeconds = secondsSince(restoring)
  let found = ''
  for (let tries = 0; tries < 20 && !found.includes('Found 0 mismatches'); tries += 1)
    found = (await runProgram('commands/reconcile.ts', [], copy.env)).output
  const reconciledSeconds = secondsSince(restoring)
  const ids = acknowledged.filter((sale) => sale.at < at).map(({ id }) => id)
  const { movements, isConserved, missing } = await readBooks(copy, ids)
  await copy.stop(...names)
  const mib = Math.round(statSync(file).size / 2 ** 20)
  return [movements, mib, backupSeconds, restoreSeconds, reconciledSeconds, ids.length, missing, isConserved]
}

/** Backup and restore with 1,000,000 movements. `MOVEMENTS`, `ROUNDS` and `SECONDS` make it smaller. */
export async function drill(): Promise<string> {
  process.env.WRITES_PER_SECOND = '0'
  const folder = mkdtempSync(join(tmpdir(), 'mms-drill-'))
  const shop = await openShop(folder)
  let [costs, restored]: unknown[][] = [[], []]
  try {
    costs = await costOf(shop)
    console.log(`  ${line(costs)}`)
    restored = await restoreElsewhere(shop)
  } finally {
    await shop.suite.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  const costHeads = ['sales/s alone', 'beside it', 'of alone', 'p99 ms alone', 'beside it']
  const drillHeads = ['movements', 'MiB', 'backup s', 'runs elsewhere after s', 'reconciled after s']
  drillHeads.push('acknowledged before', 'missing', 'ledger conserved')
  return [
    table(`Backup of ${MOVEMENTS} movements, ${TILLS} tills`, costHeads, [line(costs)]),
    table('Restored elsewhere', drillHeads, [line(restored)]),
  ].join('\n\n')
}
