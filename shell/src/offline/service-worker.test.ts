import { expect, it, onTestFinished, vi } from 'vitest'
import './service-worker.ts'

const registry = JSON.stringify({ areas: [{ name: 'sales', manifest: { build: 'b1' } }] })
const kept = new Map([
  ['/', '<html>'],
  ['/areas.json', registry],
  ['/areas/sales/page.js', 'export {}'],
])

it.each([
  ['/medicines', 'navigate', '<html>'],
  ['/areas.json', 'cors', registry],
  ['/areas/sales/page.js', 'cors', 'export {}'],
  ['/areas/sales/other.js', 'cors', 'Bad Gateway'],
  ['/api/medicines', 'cors', undefined],
])('while a proxy says that the suite is down, %s is the kept one', async (path, mode, text) => {
  vi.stubGlobal('fetch', async () => new Response('Bad Gateway', { status: 502 }))
  const match = async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined)
  vi.stubGlobal('caches', { open: async () => ({ match }) })
  onTestFinished(() => void vi.unstubAllGlobals())
  const request = { method: 'GET', url: location.origin + path, mode, signal: new AbortController().signal }
  const respondWith = vi.fn<(answer: Promise<Response>) => void>()
  window.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith }))
  expect(await (await respondWith.mock.calls[0]?.[0])?.text()).toBe(text)
})
