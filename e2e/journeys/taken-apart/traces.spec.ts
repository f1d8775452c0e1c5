import { sales } from '@mms/mf-sales/e2e/words.ts'
import { type ReceivedSpan, startCollector } from '@mms/service-kit/test-support/collector'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** Names of a span and all spans above it, from the browser's on: `gateway: POST /api/transactions`. */
function pathTo(span: ReceivedSpan, spans: ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathTo(parent, spans) : []), `${span.service}: ${span.name}`]
}

test('one trace leads from the click on Record sale into the services and the readers of their feeds', async ({
  page,
  suite,
}) => {
  const collector = await startCollector()
  await suite.stop()
  await suite.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await addMedicine(await connectApi(suite), { name: 'Journey Traceline', currentStock: 50 })
  await enter(page, '/sales')
  const picker = page.getByRole('combobox', { name: sales.medicine })
  await picker.fill('traceline')
  await page.getByRole('listbox').getByRole('option', { name: 'Journey Traceline' }).click()
  await page.getByLabel(sales.quantity).fill('1')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /transactions$/.test(request.url()),
  )
  await page.getByRole('button', { name: 'Record Sale' }).click()
  const [, traceId = '', click] = (await (await sent).headerValue('traceparent'))?.split('-') ?? []

  const recording = 'gateway: POST /api/transactions'
  const spansOfClick = () => collector.spans.filter((span) => span.traceId === traceId)
  const paths = () => {
    const spans = spansOfClick()
    return spans.map((span) => pathTo(span, spans).join(' › '))
  }
  const moving = `${recording} › sales: POST /api/transactions › sales: PUT › inventory: PUT /internal/movements/:id`
  await expect
    .poll(paths)
    .toEqual(
      expect.arrayContaining([
        recording,
        `${moving} › inventory: batch › analytics: process inventory.movement.recorded`,
        `${moving} › inventory: batch › alerts: process inventory.medicine.changed`,
      ]),
    )
  expect(spansOfClick().find(({ service }) => service === 'gateway')?.parentSpanId).toBe(click)

  await page.close()
  await suite.stop()
  await collector.close()
})
