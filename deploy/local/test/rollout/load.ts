import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** What a request of the load needs. */
interface Ask {
  path: string
  body?: object
  key?: string
}

export interface LoadOptions {
  url: string
  token: string
  medicineIds: string[]
  workers: number
}

const OPENING = 100_000
const PAUSE_MS = 20
/** So many requests come on a connection of their own: those wait in the queue of the listening port. */
const NEW_CONNECTIONS = 0.2
/** Proxies and browsers close an idle connection sooner than a process that is replaced. */
const KEEP = new Agent({ keepAlive: true, timeout: 3_000 })
const NONE = new Agent({ keepAlive: false })

const READS = [
  '/api/medicines?limit=20',
  '/api/transactions?limit=10',
  '/api/alerts?limit=10',
  '/api/users',
  '/api/reports',
  '/areas.json',
  '/',
]

async function send(
  { url, token }: Pick<LoadOptions, 'url' | 'token'>,
  { path, body, key }: Ask,
): Promise<IncomingMessage> {
  const asking = request(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    agent: Math.random() < NEW_CONNECTIONS ? NONE : KEEP,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
  })
  asking.end(body && JSON.stringify(body))
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return answer
}

/** Adds the medicines that are sold, and returns their ids. */
export async function addMedicines(
  caller: Pick<LoadOptions, 'url' | 'token'>,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 1; n <= count; n += 1) {
    const body = {
      name: `Rollout ${n}`,
      category: 'Vitamins',
      currentStock: OPENING,
      minStockLevel: 5,
      unitPrice: 10,
    }
    const answer = await send(caller, { path: '/api/medicines', body })
    ids.push(((await json(answer)) as { _id: string })._id)
  }
  return ids
}

/** The units that are missing of each medicine's opening stock. */
export async function unitsGone(
  caller: Pick<LoadOptions, 'url' | 'token'>,
  medicineIds: string[],
): Promise<number[]> {
  const read = async (id: string) =>
    ((await json(await send(caller, { path: `/api/medicines/${id}` }))) as { currentStock: number })
      .currentStock
  return Promise.all(medicineIds.map(async (id) => OPENING - (await read(id))))
}

/** People at work until stopped. Whatever is not the answer that they should get is a failure; none is asked again. */
export function startLoad(options: LoadOptions) {
  const { medicineIds, workers } = options
  const failures: string[] = []
  const sold = new Map(medicineIds.map((id) => [id, 0]))
  const counts = { requests: 0, sales: 0, pending: 0, slowestMs: 0 }
  let isStopping = false

  async function ask(what: Ask, right: number[]): Promise<number> {
    const begun = performance.now()
    counts.requests += 1
    let status = 0
    try {
      const answer = await send(options, what)
      status = answer.statusCode ?? 0
      const words = await text(answer)
      if (!right.includes(status))
        failures.push(`${new Date().toISOString()} ${what.path} ${status} ${words.slice(0, 300)}`)
    } catch (error) {
      failures.push(`${new Date().toISOString()} ${what.path} ${(error as Error).message}`)
    }
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - begun)
    return status
  }

  /** 202 promises an outcome: who asks again with the key gets it. */
  async function sell(medicineId: string): Promise<void> {
    const what = {
      path: '/api/transactions',
      key: randomUUID(),
      body: { medicineId, type: 'sale', quantity: 1, unitPrice: 10 },
    }
    sold.set(medicineId, (sold.get(medicineId) ?? 0) + 1)
    counts.sales += 1
    while ((await ask(what, [201, 202])) === 202) {
      counts.pending += 1
      await delay(PAUSE_MS)
    }
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      const pick = <T>(things: T[]) => things[Math.floor(Math.random() * things.length)] as T
      if (Math.random() < 0.3) await sell(pick(medicineIds))
      else await ask({ path: pick(READS) }, [200])
      await delay(PAUSE_MS * Math.random())
    }
  }
  const working = Promise.all(Array.from({ length: workers }, work))

  return {
    failures,
    counts,
    /** Units by medicine, in the order of their ids. */
    sold: () => [...sold.values()],
    async stop(): Promise<void> {
      isStopping = true
      await working
    },
  }
}
