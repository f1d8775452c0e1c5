import { expect, test } from 'vitest'
import { type ReceivedSpan, startCollector } from '../test-support/collector.ts'
import { currentTrace, openTracing, runInSharedSpan, runWithin, startSpan } from './tracing.ts'

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const OTHER = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`

const GET = { name: 'GET', role: 'SERVER' } as const

/** Makes `work` with spans sent to a collector that answers `status`; returns what it got. */
async function sentBy(work: () => unknown, { ratio = 1, status = 200 } = {}): Promise<ReceivedSpan[]> {
  const collector = await startCollector(status)
  const close = await openTracing({ service: 'x', version: '1.0.0', endpoint: collector.url, ratio })
  await work()
  await close()
  await collector.close()
  return collector.spans
}

test('without a collector there are no spans, and the context stays what the caller sent', async () => {
  await openTracing({ service: 'x', version: '1.0.0', endpoint: undefined, ratio: 1 })
  const span = startSpan(PARENT, GET)
  expect(span.traceparent).toBe(PARENT)
  span.end()
  expect(runWithin(PARENT, currentTrace)).toBeUndefined()
  expect(await runInSharedSpan('batch', [PARENT], async () => currentTrace())).toBeUndefined()
})

test('a span goes on with the trace of its parent, and what it runs knows of it', async () => {
  const sent = await sentBy(() => {
    const span = startSpan(PARENT, GET)
    expect(runWithin(span.traceparent, currentTrace)).toBe(span.traceparent)
    expect(span.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[\\da-f]{16}-01$`))
    expect(span.traceparent).not.toBe(PARENT)
    span.end({ name: 'GET /x' })
  })
  expect(sent).toMatchObject([{ name: 'GET /x', traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) }])
})

test('what is done for several at once belongs to the first and is linked to the others', async () => {
  const sent = await sentBy(() => runInSharedSpan('batch', [undefined, PARENT, OTHER], async () => {}))
  expect(sent).toMatchObject([
    { name: 'batch', traceId: 'a'.repeat(32), links: [{ traceId: 'c'.repeat(32) }] },
  ])
})

test('nonsense makes no span and no error, and a share of traces is recorded whatever the caller asks for', async () => {
  const sent = await sentBy(() => {
    for (const nonsense of ['', 'x', `${PARENT}-more`]) {
      expect(startSpan(nonsense, GET).traceparent).toBe(nonsense)
    }
  })
  expect(sent).toEqual([])
  const work = () => startSpan(PARENT, GET).end()
  expect(await sentBy(work, { ratio: 0 })).toEqual([])
})

test.each([400, 503])('a collector that answers %i keeps no process from stopping', async (status) => {
  await sentBy(() => startSpan(PARENT, GET).end(), { status })
})
