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
  const flood = () => Promise.all(Array.from({ length: 200 }, () => client.get('/nothing')))
  for (let sent = 0; lines.length === sent; sent += 200) await flood()

  await client.get('/caller')
  await client.get('/broken')
  expect(lines.map(({ path }) => path)).toEqual(expect.arrayContaining(['/caller', '/broken']))
  const omitted = async () => {
    await client.get('/nothing')
    return lines.findLast(({ path }) => path === '/nothing')?.omitted
  }
  await expect.poll(omitted).toBeGreaterThan(0)
  await client.close()
})
