import Koa from 'koa'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp } from '../test-support/app.ts'
import { observe, type RequestState } from './observe.ts'

test('counts what strangers are refused in a flood instead of a line for each', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = new Koa<RequestState>()
  app.use(observe({ log, metrics: createMetrics('test') }))
  app.use((ctx) => {
    if (ctx.path === '/caller') ctx.state.callerId = 'u1'
    ctx.throw(ctx.path === '/broken' ? 500 : 404)
  })
  const client = await startApp(app)
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
  await client.close()
})
