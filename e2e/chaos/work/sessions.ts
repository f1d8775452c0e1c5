import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@mms/service-kit/random'
import { owner } from '../stage/others.ts'
import type { Program } from '../stage/program.ts'
import type { Report } from '../violations.ts'
import { ask } from './ask.ts'

const REQUEST_TIMEOUT_MS = 5_000
/** Refreshes per session. */
const REFRESHES = 6

interface SessionOptions {
  identity: Program[]
  report: Report
  stopping: AbortSignal
}

/** The status and the cookie of the session, which is empty if the answer sets none. */
async function post(to: Program, path: string, { cookie = '', body = {} }) {
  const answer = await ask(`${to.url}/api/auth/${path}`, {
    method: 'POST',
    body,
    headers: { ...(cookie && { cookie }) },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  const cookies = answer?.headers.getSetCookie().map((each) => each.split(';')[0])
  return answer && { status: answer.status, cookie: cookies?.join('; ') ?? '' }
}

/** An ended session is ended at each replica. */
async function signOut({ identity, report }: SessionOptions, cookie: string, random: Random): Promise<void> {
  const ended = await post(random.pick(identity), 'logout', { cookie })
  if (ended?.status !== 204) return
  for (const replica of random.shuffle(identity)) {
    const after = await post(replica, 'refresh', { cookie })
    if (after?.status === 200) report('session-not-ended', `${replica.name} went on with what had ended`)
  }
}

/**
 * Keeps one session alive at any replica; returns the number of refreshes. A refusal is legitimate only
 * after a lost answer, which looks like theft.
 */
async function keepOne(options: SessionOptions, random: Random): Promise<number> {
  const { identity, report, stopping } = options
  const signedIn = await post(random.pick(identity), 'login', { body: owner })
  if (signedIn?.status === 401) report('session-lost', 'a good password was refused')
  if (signedIn?.status !== 200) return 0
  let { cookie } = signedIn
  for (let times = 0; times < REFRESHES; times += 1) {
    if (stopping.aborted) return times
    const replica = random.pick(identity)
    const answer = await post(replica, 'refresh', { cookie })
    if (answer?.status === 401) report('session-lost', `${replica.name} refused a token that was not used`)
    if (answer?.status !== 200) return times
    cookie = answer.cookie
    // Often at once, before every node knows the token.
    if (random.chance(0.5)) await delay(random.int(0, 200))
  }
  await signOut(options, cookie, random)
  return REFRESHES
}

/** Signs in, refreshes and signs out all the time. Returns the number of refreshes. */
export async function keepSessions(options: SessionOptions, random: Random): Promise<number> {
  let refreshes = 0
  while (!options.stopping.aborted) {
    refreshes += await keepOne(options, random)
    await delay(random.int(100, 400))
  }
  return refreshes
}
