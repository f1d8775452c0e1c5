import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServiceClient, type ServiceClient } from '../client/client.ts'
import { startApp, type TestClient } from '../test-support/app.ts'
import { testTokens } from '../test-support/tokens.ts'
import { requestEvents } from './sources.ts'

let server: TestClient
let client: ServiceClient
let answer: { status: number; body: string }
let asked: { url: string; token: string | undefined }[]

beforeEach(async () => {
  asked = []
  server = await startApp({
    callback: () => (request, response) => {
      asked.push({ url: request.url ?? '', token: request.headers.authorization })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    },
  })
  client = createServiceClient({ name: 'reader', key: testTokens().serviceKey, url: server.url })
})
afterEach(async () => {
  await client.close()
  await server.close()
})

const time = '2026-01-01T00:00:00.000Z'
const event = (id: string) => {
  const about = { source: 'x', type: 'x.changed', subject: id, data: {} }
  return { specversion: '1.0', id, time, ...about }
}

async function requestAfter(lastEventId: string): Promise<unknown> {
  const { signal } = new AbortController()
  const events = await requestEvents(client, { lastEventId, limit: 5, timeoutMs: 0, signal })
  return events === 'gone' ? events : events.map(({ id }) => id)
}

test('asks for what follows the last event, with its token', async () => {
  answer = { status: 200, body: '[]' }
  await requestAfter('e.1')
  await requestAfter('')
  expect(asked).toEqual([
    { url: '/internal/feed?limit=5&timeout=0&lastEventId=e.1', token: expect.stringMatching(/^Bearer ./) },
    { url: '/internal/feed?limit=5&timeout=0', token: expect.stringMatching(/^Bearer ./) },
  ])
})

test.each([
  ['what follows', 'e.1', ['e.2', 'e.3'], ['e.2', 'e.3']],
  ['the first events of a feed', '', ['e.1', 'e.2'], ['e.1', 'e.2']],
  ['nothing', 'e.1', [], []],
  ['duplicates once', 'e.2', ['e.1', 'e.2', 'e.3', 'e.3', 'e.4'], ['e.3', 'e.4']],
  ['a gap as gone', 'e.1', ['e.2', 'e.4'], 'gone'],
  ['a missing beginning as gone', '', ['e.2'], 'gone'],
  ['another epoch as gone', 'e.1', ['f.2'], 'gone'],
])('takes %s', async (_what, lastEventId, sent, taken) => {
  answer = { status: 200, body: JSON.stringify(sent.map(event)) }
  expect(await requestAfter(lastEventId)).toEqual(taken)
})

test('takes 410 as gone, and everything else as a failure', async () => {
  answer = { status: 410, body: '{}' }
  expect(await requestAfter('e.1')).toBe('gone')
  answer = { status: 503, body: 'away' }
  await expect(requestAfter('e.1')).rejects.toThrow('503')
  answer = { status: 200, body: '[{"id":"e.2"}]' }
  await expect(requestAfter('e.1')).rejects.toThrow()
})
