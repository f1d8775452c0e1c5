import { createRandom } from '@mms/service-kit/random'
import { memoryOf } from '../bodies/processes.ts'
import { createAnswerCheck } from './check-answer.ts'
import type { Config } from './config.ts'
import { changedTables } from './digest.ts'
import { commandOf, createFindings } from './findings.ts'
import { createPool } from './pool.ts'
import type { Request } from './request.ts'
import { createRequests } from './requests.ts'
import { type Answer, send } from './send.ts'
import { openStage, type Stage } from './stage.ts'
import { createTally } from './tally.ts'

const AT_ONCE = 48
const SUSPECTS = 240
/** In MiB. */
const MOST_GROWTH = 100
/** Requests of ordinary work before the others, so that there is something to break. */
const WARM_UP = 150

interface Sent {
  request: Request
  answer: Answer
}

/** It was refused, or asked only to read; a GET that loads the sample is the specification's. */
const mustNotChange = ({ request, answer }: Sent) =>
  answer.status >= 400 ||
  (answer.status > 0 &&
    ['GET', 'HEAD', 'OPTIONS'].includes(request.method) &&
    !request.operation.path.endsWith('seed-sample-data'))

async function runOn(stage: Stage, { requests: wanted, seed }: Config, onProgress: (count: number) => void) {
  const random = createRandom(seed)
  const { url, people, databases, description } = stage
  const pool = createPool(random.fork(), { own: people.own, victims: people.victims })
  const tokenOf = people.authorization
  const requests = createRequests({
    operations: description.operations,
    random: random.fork(),
    pool,
    tokenOf,
  })
  const check = createAnswerCheck(description)
  const findings = createFindings()
  const tally = createTally()
  const sendAll = (list: Request[]): Promise<Sent[]> =>
    Promise.all(
      list.map(async (request) => {
        const token = tokenOf(request.role)
        const answer = await send(url, request, token)
        for (const problem of check(request, answer)) {
          if (problem.kind === 'hang' && !(await send(url, request, token)).hung) continue
          findings.add(problem, commandOf(url, request, token), request)
        }
        tally.count(request, answer)
        if (answer.status < 300) pool.learn(request.operation, answer)
        return { request, answer }
      }),
    )

  /** Finds the request that changes something although it must not, by sending ever fewer of them. */
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

  let suspects: Request[] = []
  const clear = async () => {
    const list = suspects
    suspects = []
    await narrow(list)
  }
  async function batch(make: () => Request): Promise<void> {
    await people.refresh()
    const before = await databases.digest()
    const sent = await sendAll(Array.from({ length: AT_ONCE }, make))
    if (changedTables(before, await databases.digest()).length > 0)
      suspects.push(...sent.filter(mustNotChange).map(({ request }) => request))
    if (suspects.length >= SUSPECTS) await clear()
    for (const { name, child, output } of stage.processes)
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} ended: ${output()}`)
  }

  while (tally.total() < WARM_UP) await batch(requests.good)
  suspects = []
  const memory = () => Promise.all(stage.processes.map(memoryOf))
  let first: number[] | undefined
  while (tally.total() < wanted) {
    await batch(requests.next)
    if (!first && tally.total() > wanted / 5) first = await memory()
    onProgress(tally.total())
  }
  await clear()
  const last = await memory()
  for (const [i, { name }] of stage.processes.entries()) {
    const growth = (last[i] ?? 0) - (first?.[i] ?? 0)
    if (first && growth > MOST_GROWTH)
      findings.add({ kind: 'memory', detail: `${name} grew by ${growth} MiB` }, '')
  }
  return { findings: findings.list(), tally }
}

/** Starts the suite, sends it `requests` requests, and returns what was found and what was sent. */
export async function run(config: Config, onProgress: (count: number) => void = () => {}) {
  const stage = await openStage(config, createRandom(config.seed ^ 0x5eed))
  try {
    return await runOn(stage, config, onProgress)
  } finally {
    await stage.close()
  }
}
