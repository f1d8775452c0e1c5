import { setTimeout as delay } from 'node:timers/promises'
import { approvalSubject } from '@mms/contracts'
import { createRandom, type Random } from '@mms/service-kit/random'
import { callerOf, type TestAnswer } from '@mms/service-kit/test-support'
import { readTables } from '../chaos/check/tables.ts'
import { type MoneyRow, overpaid } from './overpaid.ts'
import type { Role } from './roles.ts'
import type { Stage } from './stage.ts'

const WORKERS = 8
/** Low, so that violations do not hide within them. */
const LIMITS = { staffReturnUnits: 3, staffRefundRupees: 60 }
/** A run may pass midnight. */
const DAYS = 2
const ALLOWANCE = {
  units: LIMITS.staffReturnUnits,
  paise: LIMITS.staffRefundRupees * 100 * DAYS,
}
const PRICES = [10, 40, 250]
/** Selling rates. Returns exceed the sales of the last one. */
const SALES = [0.4, 0.25, 0.12]
/** Share of returns at the price sales expects. */
const FAIR = 0.75
/** Low, because approved returns use up sold units. */
const APPROVED = 0.03
const NO_PRICES = [1e12, -1, 0.001, 10_000_000.01]
const STOCK = 100_000
const REST_MS = 100

type Body = { _id?: string; message?: string } & Record<string, unknown>
type Answer = TestAnswer<Body>

/** Tries to gain money: sells, returns, undoes and gets approvals in any order and at any price. */
function createWorker({ url, people }: Stage, medicines: readonly string[], recorded: string[]) {
  const api = callerOf(url)
  async function call(
    role: Role,
    method: 'get' | 'post' | 'put',
    path: string,
    body?: object,
    key?: string,
    tries = 600,
  ): Promise<Answer> {
    const authorization = people.authorization(role) ?? ''
    const headers = { authorization, ...(key && { 'idempotency-key': key }) }
    const answer = await api[method]<Body>(path, { body, headers })
    if (tries === 0 || answer.status !== 503 || !answer.headers.has('retry-after')) return answer
    await delay(REST_MS)
    return call(role, method, path, body, key, tries - 1)
  }

  async function trade(random: Random, key: string): Promise<Answer> {
    const index = random.int(0, medicines.length - 1)
    const usual = PRICES[index] as number
    const type = random.chance(SALES[index] as number) ? 'sale' : 'return'
    const isFair = type === 'sale' || random.chance(FAIR)
    const fair = [usual, usual, usual, usual, usual / 2, 1, 0]
    const unitPrice = random.pick(isFair ? fair : [usual * 2, 500_000, 500_000, ...NO_PRICES])
    const isApproved = type === 'return' && random.chance(APPROVED)
    const quantity = isApproved ? random.int(4, 10) : random.int(1, type === 'sale' ? 6 : 3)
    const asked = { medicineId: medicines[index] as string, quantity, unitPrice }
    const approval = isApproved && (await people.approve(approvalSubject(key, asked)))
    const body = { ...asked, type, ...(approval && { approval }) }
    return call('staff', 'post', '/api/transactions', body, key)
  }

  return {
    call,
    async step(random: Random, key: string): Promise<Answer> {
      if (recorded.length > 0 && random.chance(0.2)) {
        const path = `/api/transactions/${random.pick(recorded)}/reversal`
        return call(random.pick(['staff', 'staff', 'admin']), 'post', path, undefined, key)
      }
      const answer = await trade(random, key)
      if (answer.status === 201 && answer.body._id) recorded.push(answer.body._id)
      return answer
    },
  }
}

/** Waits until no transaction is pending. */
async function readRows(url: string): Promise<MoneyRow[]> {
  for (;;) {
    const rows: MoneyRow[] = await readTables(url, (db) => db('transactions').select('*'))
    if (rows.every(({ status }) => status !== 'pending')) return rows
    await delay(REST_MS)
  }
}

/** Runs `steps` of them concurrently. Returns overpayments and unexpected answers. */
export async function tryMoney(
  stage: Stage,
  { seed, steps }: { seed: number; steps: number },
): Promise<string[]> {
  const random = createRandom(seed)
  const [medicines, recorded]: [string[], string[]] = [[], []]
  const { call, step } = createWorker(stage, medicines, recorded)
  await stage.people.refresh()
  const { body: limits } = await call('admin', 'get', '/api/transactions/limits')
  const { version: _version, changes: _changes, ...present } = limits
  const saved = await call('admin', 'put', '/api/transactions/limits', { ...present, ...LIMITS })
  if (saved.status !== 200) throw new Error(`limits: ${saved.status} ${saved.body.message}`)
  for (const unitPrice of PRICES) {
    const name = `Money ${unitPrice} ${seed}`
    const medicine = { name, category: 'Vitamins', currentStock: STOCK, minStockLevel: 0, unitPrice }
    const added = await call('admin', 'post', '/api/medicines', medicine)
    medicines.push(String(added.body._id))
  }
  const odd: string[] = []
  const work = async (worker: number) => {
    const own = random.fork()
    for (let index = 0; index < steps / WORKERS; index += 1) {
      const { status, body } = await step(own, `money-${seed}-${worker}-${String(index).padStart(6, '0')}`)
      if (![201, 202, 400, 403, 409].includes(status)) odd.push(`${status} ${body.message}`)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  const rows = await readRows(stage.salesDatabase)
  const own = rows.filter((row) => medicines.includes(row.medicine_id))
  if (!own.some(({ type, status }) => type === 'return' && status === 'completed'))
    odd.push('nothing came back')
  return [...overpaid(own, ALLOWANCE), ...odd]
}
