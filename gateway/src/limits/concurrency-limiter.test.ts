import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startBehindGateway, tokens } from '../../test/support.ts'

const hog = tokens.token({ sub: 'hog' })
const other = tokens.token({ sub: 'other' })

/** Starts a gateway in front of a service that answers when told to. */
async function start(limits: Parameters<typeof startBehindGateway>[1]) {
  const asked: ServerResponse[] = []
  const answers: Promise<unknown>[] = []
  let isOver = false
  const { gateway, close } = await startBehindGateway((req, res) => {
    asked.push(res)
    if (isOver || req.url?.startsWith('/api/medicines/now')) res.end()
  }, limits)
  onTestFinished(async () => {
    isOver = true
    for (const res of asked) res.end()
    await Promise.all(answers)
    await close()
  })
  const ask = (token: string, path = '/api/medicines') => {
    const answer = gateway.get(path, { token })
    answers.push(answer)
    return answer
  }
  return { gateway, asked, ask }
}

test('one person has so many requests at a service; the rest wait, and no other person for them', async () => {
  const { ask, asked } = await start({ requests: 8, requestsEach: 2 })
  const all = Array.from({ length: 6 }, () => ask(hog))
  await expect.poll(() => asked.length).toBe(2)
  expect((await ask(other, '/api/medicines/now')).status).toBe(200)
  for (let answered = 0; answered < 6; answered += 1) {
    await expect.poll(() => asked.filter((res) => !res.writableEnded).length).toBeGreaterThan(0)
    expect(asked.filter((res) => !res.writableEnded).length).toBeLessThanOrEqual(2)
    asked.find((res) => !res.writableEnded)?.end()
  }
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('answers 429 to the person who has too many, 503 when all have, and counts both', async () => {
  const { gateway, ask, asked } = await start({ requests: 3, requestsEach: 2, waitMs: 200 })
  void Promise.all([ask(hog), ask(hog)])
  await expect.poll(() => asked.length).toBe(2)
  const refused = await ask(hog)
  expect(refused).toMatchObject({ status: 429, body: { code: 'gateway.too_many_requests' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  void ask(other)
  await expect.poll(() => asked.length).toBe(3)
  expect(await ask(tokens.token())).toMatchObject({ status: 503, body: { code: 'gateway.busy' } })
  const text = await gateway.metrics.expose()
  const counts = [...text.matchAll(/refused_requests_total\{limit="(\w+)".*\} (\d+)/g)]
  expect(counts.filter(([, , count]) => count !== '0').map(([, limit]) => limit)).toEqual(['share', 'all'])
})

test('keeps room in the queue for others, and takes out a client that leaves it', async () => {
  const { gateway, ask, asked } = await start({ requests: 8, requestsEach: 1, waiting: 4 })
  const sent = Array.from({ length: 3 }, () =>
    request(`${gateway.url}/api/medicines`, { headers: { authorization: `Bearer ${hog}` } })
      .on('error', () => {})
      .end(),
  )
  await expect.poll(() => asked.length).toBe(1)
  await expect.poll(async () => (await ask(hog)).status).toBe(429)
  expect((await ask(other, '/api/medicines/now')).status).toBe(200)
  for (const each of sent) each.destroy()
  await expect.poll(() => asked[0]?.closed).toBe(true)
  expect((await ask(hog, '/api/medicines/now')).status).toBe(200)
  expect(asked.length).toBe(3)
})

test('sign-in and health have room of their own', async () => {
  const { gateway, ask, asked } = await start({ requests: 1, requestsEach: 1, waitMs: 200 })
  void ask(hog)
  await expect.poll(() => asked.length).toBe(1)
  expect((await ask(other)).status).toBe(503)
  expect((await gateway.get('/api/test')).status).toBe(200)
  const login = gateway.post('/api/auth/login', { body: {} })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.end()
  expect((await login).status).toBe(200)
})

test('a person makes so many changes a second, saved for five minutes, and reads meanwhile', async () => {
  const { gateway, ask } = await start({ writesPerSecond: 1 / 60 })
  const change = (token: string) => gateway.post('/api/medicines/now', { token, body: {} })
  const statuses: number[] = []
  for (let sent = 0; sent < 6; sent += 1) statuses.push((await change(hog)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await change(hog)).body).toMatchObject({ code: 'gateway.too_many_changes' })
  expect((await change(other)).status).toBe(200)
  expect((await ask(hog, '/api/medicines/now')).status).toBe(200)
})

test('a client that reads its answer slowly keeps its place until it has read or left', async () => {
  const { gateway, ask, asked } = await start({ requests: 8, requestsEach: 1, waitMs: 200 })
  const slow = request(`${gateway.url}/api/medicines`, { headers: { authorization: `Bearer ${hog}` } }).end()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end('x'.repeat(32 * 1024 * 1024))
  const [answer] = await once(slow, 'response')
  answer.pause()
  expect((await ask(hog, '/api/medicines/now')).status).toBe(429)
  answer.resume()
  await once(answer, 'end')
  expect((await ask(hog, '/api/medicines/now')).status).toBe(200)
})
