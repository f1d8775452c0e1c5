import { createRandom } from '@mms/service-kit/random'
import { bugs } from './bugs/bugs.ts'
import { createAnswerCheck } from './check-answer.ts'
import type { Config } from './config.ts'
import { changedTables } from './digest.ts'
import { commandOf, createFindings } from './findings.ts'
import { tryMoney } from './money.ts'
import { createPool } from './pool.ts'
import { memoryOf } from './processes.ts'
import type { Request } from './request.ts'
import { badKinds, createRequests } from './requests.ts'
import { type Answer, send } from './send.ts'
import { openStage, type Stage } from './stage.ts'
import { createTally } from './tally.ts'

const AT_ONCE = 64
const SUSPECTS = 240
/** Each takes five seconds, so one is enough. */
const HANGS_TRIED = 1
const MOST_GROWTH = 100
/** Share of requests to the gateway without limits. */
const UNLIMITED_PART = 0.9
/** Steps of the search for overpayments. */
const MONEY_STEPS = 800
/** Ordinary requests first, so that there is data to break. */
const WARM_UP = 150

interface Sent {
  request: Request
  answer: Answer
}

/** Stored refusals of stock, which a retry gets again. */
const isOutcome = ({ operation }: Request, { status }: Answer) =>
  status === 409 && operation.name.startsWith('POST /api/transactions')

/** Refused or read-only requests must change nothing. A GET that loads the sample is in the specification. */
const mustNotChange = ({ request, answer }: Sent) =>
  (answer.status >= 400 && !isOutcome(request, answer) && !request.bare?.isMore) ||
  (answer.status > 0 &&
    ['GET', 'HEAD', 'OPTIONS'].includes(request.method) &&
    !request.operation.path.endsWith('seed-sample-data'))

/** Run state with everything sent. */
function openRun(stage: Stage, { seed }: Config) {
  const random = createRandom(seed)
  const { people, databases, description } = stage
  const pool = createPool(random.fork(), { own: people.own, victims: people.victims })
  const tokenOf = people.authorization
  const { operations } = description
  const requests = createRequests({ operations, random: random.fork(), pool, tokenOf })
  const check = createAnswerCheck(description)
  const findings = createFindings()
  const tally = createTally()
  let { url } = stage

  async function sendOne(request: Request): Promise<Sent> {
    const token = tokenOf(request.role)
    const answer = await send(url, request, token)
    for (const problem of check(request, answer))
      findings.add(problem, commandOf(url, request, token), request)
    tally.count(request, answer)
    if (answer.status < 300) pool.learn(request.operation, answer)
    return { request, answer }
  }

  /** A hang counts if it repeats without other load. */
  async function sendAll(list: Request[]): Promise<Sent[]> {
    const sent = await Promise.all(list.map(sendOne))
    for (const { request } of sent.filter(({ answer }) => answer.hung).slice(0, HANGS_TRIED)) {
      await stage.rested()
      const token = tokenOf(request.role)
      if ((await send(url, request, token)).hung)
        findings.add(
          { kind: 'hang', detail: 'no answer in five seconds' },
          commandOf(url, request, token),
          request,
        )
    }
    return sent
  }

  /** Bisects to the request that changed something it must not. */
  async function narrow(list: Request[]): Promise<void> {
    if (list.length === 0) return
    await people.refresh()
    const before = await databases.settled()
    const quiet = (await sendAll(list)).filter(mustNotChange).map(({ request }) => request)
    const changed = changedTables(before, await databases.settled())
    if (changed.length === 0 || quiet.length === 0) return
    const [one] = list
    if (list.length === 1 && one) {
      const problem = { kind: 'changed by a refused request' as const, detail: changed.join(', ') }
      return findings.add(problem, commandOf(url, one, tokenOf(one.role)), one)
    }
    if (quiet.length < list.length) return narrow(quiet)
    const half = Math.ceil(quiet.length / 2)
    await narrow(quiet.slice(0, half))
    await narrow(quiet.slice(half))
  }

  const obeyLimits = () => {
    url = stage.limitedUrl
  }
  return { sendAll, narrow, requests, findings, tally, obeyLimits }
}

async function runOn(stage: Stage, config: Config, onProgress: (count: number) => void) {
  const { sendAll, narrow, requests, findings, tally, obeyLimits } = openRun(stage, config)
  const { people, databases, processes } = stage
  const wanted = config.requests
  /** A run with planted bugs ends when it has found them. */
  const isCaught = () => {
    const kinds = new Set<string>(findings.list().map(({ kind }) => kind))
    return config.planted !== undefined && bugs[config.planted].caughtAs.every((kind) => kinds.has(kind))
  }
  /** A short run may by chance lack a class for longer. */
  const isEnough = () =>
    tally.total() >= 2 * wanted ||
    (tally.total() >= wanted && badKinds.every(({ name }) => tally.hasSent(name)))
  let before = await databases.digest()
  let suspects: Request[] = []
  const clear = async () => {
    const list = suspects
    suspects = []
    await narrow(list)
  }
  async function batch(make: () => Request): Promise<void> {
    await people.refresh()
    const sent = await sendAll(Array.from({ length: AT_ONCE }, make))
    const after = await databases.digest()
    if (changedTables(before, after).length > 0)
      suspects.push(...sent.filter(mustNotChange).map(({ request }) => request))
    before = after
    if (suspects.length >= SUSPECTS) await clear()
    for (const { name, child, output } of processes)
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} ended: ${output()}`)
  }

  while (tally.total() < WARM_UP) await batch(requests.good)
  await sendAll(requests.firstPages())
  suspects = []
  const memory = () => Promise.all(processes.map(memoryOf))
  let first: number[] | undefined
  while (!isEnough() && !isCaught()) {
    await batch(requests.next)
    if (!first && tally.total() > wanted / 5) first = await memory()
    if (tally.total() > wanted * UNLIMITED_PART) obeyLimits()
    onProgress(tally.total())
  }
  await clear()
  if (isCaught()) return { findings: findings.list(), tally }
  for (const detail of await tryMoney(stage, { seed: config.seed, steps: MONEY_STEPS }))
    findings.add({ kind: 'money', detail }, '')
  const last = await memory()
  for (const [i, { name }] of processes.entries()) {
    const growth = first ? (last[i] ?? 0) - (first[i] ?? 0) : 0
    if (growth > MOST_GROWTH) findings.add({ kind: 'memory', detail: `${name} grew by ${growth} MiB` }, '')
  }
  return { findings: findings.list(), tally }
}

/** Starts the suite, sends `requests` requests, and returns findings and statistics. */
export async function run(config: Config, onProgress: (count: number) => void = () => {}) {
  const stage = await openStage(config, createRandom(config.seed ^ 0x5eed))
  try {
    return await runOn(stage, config, onProgress)
  } finally {
    await stage.close()
  }
}
