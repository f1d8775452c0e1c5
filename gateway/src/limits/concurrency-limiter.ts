import type { ServerResponse } from 'node:http'
import { CLIENT_GONE, ProblemError } from '@mms/service-kit'
import type { CreateRefusal, Limits } from './limits.ts'

interface Client {
  running: number
  waiting: Set<() => void>
}

type ReleaseSlot = () => void

/** Resolves when the request may proceed. Call the returned function after the response. */
export type AcquireSlot = (who: string, res: ServerResponse) => Promise<ReleaseSlot> | ReleaseSlot

type ConcurrencyLimits = Pick<Limits, 'requests' | 'requestsEach' | 'waiting' | 'waitMs'>

/** Limits requests in total and per client. The rest wait briefly, round-robin, so that no client delays others. */
export function createConcurrencyLimiter(limits: ConcurrencyLimits, refuse: CreateRefusal): AcquireSlot {
  const clients = new Map<string, Client>()
  const line = new Set<Client>()
  let running = 0
  let waiting = 0

  const mayRun = (client: Client) => client.running < Math.min(limits.requestsEach, limits.requests - running)

  function run(who: string, client: Client): ReleaseSlot {
    running += 1
    client.running += 1
    return () => {
      running -= 1
      client.running -= 1
      startNext()
      if (client.running === 0 && client.waiting.size === 0) clients.delete(who)
    }
  }

  function startNext(): void {
    for (const client of line) {
      if (!mayRun(client)) continue
      line.delete(client)
      line.add(client)
      const [start] = client.waiting
      start?.()
      return
    }
  }

  function wait(who: string, client: Client, res: ServerResponse): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        res.off('close', gone)
        client.waiting.delete(start)
        waiting -= 1
        if (client.waiting.size === 0) line.delete(client)
      }
      const start = () => {
        stop()
        resolve(run(who, client))
      }
      const fail = (error: ProblemError) => {
        stop()
        if (client.running === 0 && client.waiting.size === 0) clients.delete(who)
        reject(error)
      }
      const gone = () => fail(new ProblemError(CLIENT_GONE, 'request.broken_off', 'The client is gone'))
      const late = () => fail(refuse(client.running < limits.requestsEach ? 'all' : 'share'))
      const timer = setTimeout(late, limits.waitMs)
      res.once('close', gone)
      client.waiting.add(start)
      line.add(client)
      waiting += 1
    })
  }

  return (who, res) => {
    const client = clients.get(who) ?? { running: 0, waiting: new Set() }
    clients.set(who, client)
    if (client.waiting.size === 0 && mayRun(client)) return run(who, client)
    if (client.waiting.size < limits.waiting - waiting) return wait(who, client, res)
    throw refuse(client.waiting.size < limits.requestsEach ? 'all' : 'share')
  }
}
