import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import Koa from 'koa'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { observeRequests, type RequestState } from './observe.ts'

/** Sees requests that all fail, at a time that stands still until it is set. */
function start() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = new Koa<RequestState>()
  const observe = observeRequests({ log, metrics: createMetrics('test') })
  const fail = (status: number, callerId?: string) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' })
    const ctx = app.createContext(request, new ServerResponse(request))
    if (callerId) ctx.state.callerId = callerId
    return observe(ctx as never, async () => ctx.throw(status))
  }
  return { clock, lines, fail }
}

test('counts what strangers are refused in a flood instead of a line for each', async () => {
  const { clock, lines, fail } = start()
  for (let sent = 0; sent < 1_010; sent += 1) await fail(404)
  expect(lines).toHaveLength(1_000)
  await fail(404, 'u1')
  await fail(500)
  expect(lines.slice(1_000)).toMatchObject([{ status: 404, callerId: 'u1' }, { status: 500 }])
  clock.mockReturnValue(50)
  await fail(404)
  expect(lines.at(-1)).toMatchObject({ status: 404, omitted: 10 })
})

test('marks what someone may not do, or does too often, as security events that a flood does not multiply', async () => {
  const { lines, fail } = start()
  for (const status of [403, 429, 400, 404]) await fail(status, 'u1')
  expect(lines.map(({ security }) => security)).toEqual([true, true, undefined, undefined])
  for (let sent = 0; sent < 1_000; sent += 1) await fail(403, 'u1')
  expect(lines).toHaveLength(1_004)
  expect(lines.filter(({ security }) => security)).toHaveLength(200)
})
