import Koa, { type Middleware } from 'koa'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp } from '../test-support/app.ts'
import { observeRequests, type RequestState } from './observe.ts'

async function start(handle: Middleware<RequestState>) {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = new Koa<RequestState>()
  app.use(observeRequests({ log, metrics: createMetrics('test') })).use(handle)
  const client = await startApp(app)
  onTestFinished(client.close)
  return { client, lines }
}

test('counts what strangers are refused in a flood instead of a line for each', async () => {
  const { client, lines } = await start((ctx) => {
    if (ctx.path === '/caller') ctx.state.callerId = 'u1'
    ctx.throw(ctx.path === '/broken' ? 500 : 404)
  })
  let sent = 0
  const refuse = (times: number) => {
    sent += times
    return Promise.all(Array.from({ length: times }, () => client.get('/nothing')))
  }
  const lined = () => lines.filter(({ path }) => path === '/nothing')
  while (lined().length === sent) await refuse(200)

  await client.get('/caller')
  await client.get('/broken')
  expect(lines.map(({ path }) => path)).toEqual(expect.arrayContaining(['/caller', '/broken']))
  const unaccounted = async () => {
    await refuse(1)
    return sent - lined().reduce((sum, { omitted }) => sum + 1 + Number(omitted ?? 0), 0)
  }
  await expect.poll(unaccounted, { timeout: 10_000 }).toBe(0)
  expect(lined().length).toBeLessThan(sent)
})

test('marks what someone may not do, or does too often, as security events that a flood does not multiply', async () => {
  const { client, lines } = await start((ctx) => {
    ctx.state.callerId = 'u1'
    ctx.throw(Number(ctx.path.slice(1)))
  })
  for (const path of ['/403', '/429', '/400', '/404']) await client.get(path)
  expect(lines.map(({ path, security }) => [path, security])).toEqual([
    ['/403', true],
    ['/429', true],
    ['/400', undefined],
    ['/404', undefined],
  ])
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 50 }, () => client.get('/403')))
  expect(lines.filter(({ path }) => path === '/403')).toHaveLength(1_001)
  expect(lines.filter(({ security }) => security).length).toBeLessThan(900)
})
