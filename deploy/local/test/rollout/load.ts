import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/** A request of the load. */
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
  /** Signs in from time to time. */
  admin: { email: string; password: string }
}

const OPENING = 100_000
const PAUSE_MS = 20
/** Share of requests with a new connection, which waits in the queue of the listening port. */
const NEW_CONNECTIONS = 0.2
/** Shorter than a replaced process keeps idle connections, as in browsers and proxies. */
const KEEP = new Agent({ keepAlive: true, timeout: 3_000 })
const NONE = new Agent({ keepAlive: false })

const LOGIN = '/api/auth/login'
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

interface Registry {
  areas: {
    baseUrl: string
    manifest: { files?: { entry: string; definition: string[]; parts: Record<string, string[]> } } | null
  }[]
}

/** Finds the addresses of scripts in a page or a list of areas. */
function filesIn(path: string, words: string): string[] {
  if (path === '/')
    return [...words.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g)].map(([, file]) => file as string)
  const { areas } = JSON.parse(words) as Registry
  return areas.flatMap(({ baseUrl, manifest }) => {
    const { entry, definition = [], parts = {} } = manifest?.files ?? {}
    return [...(entry ? [entry] : []), ...definition, ...Object.values(parts).flat()].map(
      (file) => baseUrl + file,
    )
  })
}

/** Adds the medicines to sell. Returns their ids. */
export async function addMedicines(
  caller: Pick<LoadOptions, 'url' | 'token'>,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let n = 1; n <= count; n += 1) {
    const amounts = { currentStock: OPENING, minStockLevel: 5, unitPrice: 10 }
    const body = { name: `Rollout ${n}`, category: 'Vitamins', ...amounts }
    const answer = await send(caller, { path: '/api/medicines', body })
    const words = await text(answer)
    if (answer.statusCode !== 201) throw new Error(`No medicine was added: ${words}`)
    ids.push((JSON.parse(words) as { _id: string })._id)
  }
  return ids
}

/** Returns how many units are missing from each medicine's opening stock. */
export async function unitsGone(
  caller: Pick<LoadOptions, 'url' | 'token'>,
  medicineIds: string[],
): Promise<number[]> {
  const read = async (id: string) =>
    ((await json(await send(caller, { path: `/api/medicines/${id}` }))) as { currentStock: number })
      .currentStock
  return Promise.all(medicineIds.map(async (id) => OPENING - (await read(id))))
}

const pick = <T>(things: T[]) => things[Math.floor(Math.random() * things.length)] as T

/** Chooses any request but a sale. */
function chooseOther(files: Set<string>, { admin }: LoadOptions): Ask {
  const share = Math.random()
  if (share < 0.3 && files.size > 0) return { path: pick([...files]) }
  return share > 0.985 ? { path: LOGIN, body: admin } : { path: pick(READS) }
}

const saleOf = (medicineId: string): Ask => ({
  path: '/api/transactions',
  key: randomUUID(),
  body: { medicineId, type: 'sale', quantity: 1, unitPrice: 10 },
})

/** Simulates people at work until stopped. Any unexpected answer is a failure. */
export function startLoad(options: LoadOptions) {
  const { url, medicineIds, workers } = options
  const failures: string[] = []
  const sold = new Map(medicineIds.map((id) => [id, 0]))
  const counts = { requests: 0, sales: 0, pending: 0, slowestMs: 0 }
  /** Files of all pages ever loaded, because tabs stay open. */
  const files = new Set<string>()
  let isStopping = false
  let { token } = options

  function read(path: string, words: string): void {
    if (path === '/' || path === '/areas.json') for (const file of filesIn(path, words)) files.add(file)
    // Uses the new token: sessions are limited, and the oldest one ends.
    if (path === LOGIN) token = (JSON.parse(words) as { token: string }).token
  }

  async function ask(what: Ask, right: number[]): Promise<number> {
    const begun = performance.now()
    counts.requests += 1
    let status = 0
    try {
      const answer = await send({ url, token }, what)
      status = answer.statusCode ?? 0
      const words = await text(answer)
      if (!right.includes(status))
        failures.push(`${new Date().toISOString()} ${what.path} ${status} ${words.slice(0, 300)}`)
      else read(what.path, words)
    } catch (error) {
      failures.push(`${new Date().toISOString()} ${what.path} ${(error as Error).message}`)
    }
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - begun)
    return status
  }

  /** Repeats a sale with its key while the answer is 202. */
  async function sell(medicineId: string): Promise<void> {
    const what = saleOf(medicineId)
    sold.set(medicineId, (sold.get(medicineId) ?? 0) + 1)
    counts.sales += 1
    for (;;) {
      const status = await ask(what, [201, 202])
      if (status !== 202) return
      counts.pending += 1
      await delay(PAUSE_MS)
    }
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      if (Math.random() < 0.3) await sell(pick(medicineIds))
      else await ask(chooseOther(files, options), [200])
      await delay(PAUSE_MS * Math.random())
    }
  }
  const working = Promise.all(Array.from({ length: workers }, work))

  return {
    failures,
    counts,
    /** Number of files found in pages. */
    filesSeen: () => files.size,
    token: () => token,
    /** Units sold by medicine, in the order of the ids. */
    sold: () => [...sold.values()],
    async stop(): Promise<void> {
      isStopping = true
      await working
    },
  }
}
