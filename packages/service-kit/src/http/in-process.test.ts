// The first import chooses the mode in which the tests of the others run.
import '../test-support/in-process.ts'
import '../client/client.test.ts'
import './app.test.ts'
import './body.test.ts'
import './paged.test.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { acceptInProcess, findInProcess } from './in-process.ts'
import { guardListener, type Listener } from './server.ts'

const origin = 'http://127.0.0.1:5001'
const log = pino({ level: 'silent' })
const get = { method: 'GET', path: '/', headers: {} }

function accept(listener: Listener) {
  const calls = acceptInProcess(origin, guardListener(listener, log))
  onTestFinished(() => calls.close())
  const call = findInProcess(origin)
  if (!call) throw new Error('not accepted')
  return { calls, call }
}

const throwSecret: Listener = () => {
  throw new Error('secret')
}
test.each<[string, Listener]>([
  ['throws', throwSecret],
  ['rejects', () => Promise.reject(new Error('secret'))],
])('a listener that %s answers 500 with the request id, and the next call works', async (_how, fail) => {
  let isFailing = true
  const { call } = accept((req, res) => (isFailing ? fail(req, res) : res.end('works')))
  const failed = call({ ...get, headers: { 'X-Request-Id': 'request-1' } })
  const problem = { status: 500, code: 'internal', requestId: 'request-1' }
  expect(JSON.parse(await text(failed))).toMatchObject(problem)
  expect(failed).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'request-1' } })
  isFailing = false
  expect(await text(call(get))).toBe('works')
})

test('breaks off the answer of a listener that throws after it began', async () => {
  const { call } = accept((_req, res) => {
    res.writeHead(200).write('half')
    throw new Error('too late')
  })
  await expect(text(call(get))).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
})

test('tells a listener when its caller leaves, and starts none for a caller that has left', async () => {
  const closed: string[] = []
  let started = 0
  const { call } = accept((req: IncomingMessage, res: ServerResponse) => {
    started += 1
    req.once('close', () => closed.push('request'))
    res.once('close', () => closed.push(`response ${res.writableFinished}`))
  })
  const post = { ...get, method: 'POST', body: 'x' }
  call(post).destroy()
  const answer = call(post)
  await expect.poll(() => started).toBe(1)
  answer.destroy()
  await expect.poll(() => closed.sort()).toEqual(['request', 'response false'])
  expect(started).toBe(1)
})

test('lets timers run between the calls of a caller that calls again at once', async () => {
  const { call } = accept((_req, res) => res.end())
  let isOver = false
  setTimeout(() => {
    isOver = true
  })
  let calls = 0
  for (; !isOver && calls < 100_000; calls += 1) await text(call(get))
  expect(calls).toBeLessThan(100_000)
})

test('refuses calls once closed, finishes the open ones, and breaks off those that last too long', async () => {
  const responses: ServerResponse[] = []
  const { calls, call } = accept((_req, res) => void responses.push(res))
  const [first, second] = [text(call(get)), text(call(get))]
  await expect.poll(() => responses.length).toBe(2)
  calls.close()
  expect(findInProcess(origin)).toBeUndefined()
  responses[0]?.end('whole')
  expect(await first).toBe('whole')
  calls.breakOff()
  await expect(second).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
  await calls.closed
})
