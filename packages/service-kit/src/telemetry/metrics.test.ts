import { Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createMetricsRenderer } from './metrics.ts'

function build(readElsewhere: () => Promise<number>, timeoutMs?: number) {
  const registry = new Registry()
  new Gauge({ name: 'own', help: 'own', registers: [registry] }).set(7)
  new Gauge({
    name: 'elsewhere',
    help: 'elsewhere',
    registers: [registry],
    async collect() {
      this.set(await readElsewhere())
    },
  })
  return createMetricsRenderer(registry, timeoutMs)
}

const UNAVAILABLE = 'metrics_unavailable{metric="elsewhere"} 1'

test('tells what can be read when the rest fails, and everything again once it does not', async () => {
  let isAway = false
  const expose = build(async () => {
    if (isAway) throw new Error('away')
    return 3
  })
  const before = await expose()
  isAway = true
  const meanwhile = await expose()
  isAway = false
  for (const text of [before, meanwhile]) expect(text).toContain('\nown 7\n')
  expect(before).toContain('\nelsewhere 3\n')
  expect(before).not.toContain(UNAVAILABLE)
  expect(meanwhile).not.toContain('\nelsewhere ')
  expect(meanwhile).toContain(UNAVAILABLE)
  expect(await expose()).toBe(before)
})

test('does not wait for a reading that hangs, nor begin another beside it', async () => {
  let begun = 0
  const { promise, resolve } = Promise.withResolvers<number>()
  const expose = build(() => {
    begun += 1
    return promise
  }, 1)
  for (const text of [await expose(), await expose()]) {
    expect(text).toContain('\nown 7\n')
    expect(text).toContain(UNAVAILABLE)
  }
  expect(begun).toBe(1)
  resolve(5)
  await promise
  await expect.poll(expose).toContain('\nelsewhere 5\n')
})
