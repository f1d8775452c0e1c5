import { once } from 'node:events'
import { copyFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { alterBuild } from '../../suite/altered-build.ts'
import { runAreaCommand, startGateway } from '../../suite/gateway.ts'
import { readManifest } from '../../suite/smoke.ts'
import { admin, allAreas, distOf, shellFolder } from '../../suite/suite.ts'
import { expect, submitLogin, test } from '../../suite/test.ts'

/** Forwards each request to the gateway that is chosen for its path. */
async function startBalancer(gatewayOf: (path: string) => string) {
  let chosen = gatewayOf
  const server = createServer((req, res) => {
    const { url = '/', method, headers } = req
    const passed = request(new URL(url, chosen(url)), { method, headers }, (answer) => {
      // The client may have gone.
      if (res.destroyed) return void answer.destroy()
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, res, () => {})
    })
    pipeline(req, passed, () => {})
    passed.on('error', () => res.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose: (next: typeof gatewayOf) => {
      chosen = next
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('two gateways with different lists: one area is a card, work goes on, and it comes by itself', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(
    /404|Failed to (fetch|load)|error boundary|Refused to execute|RUNTIME-008|ScriptExternal|Federation/i,
  )
  const next = await alterBuild(distOf('inventory'), (text) => `${text}\n// the next one\n`)
  const { build } = await readManifest(next)
  const newer = await startGateway(suite, shellFolder, allAreas())
  const older = await startGateway(suite, shellFolder, allAreas())
  await runAreaCommand(newer.areasFile, 'publish', 'inventory')
  await copyFile(newer.areasFile, older.areasFile)
  await runAreaCommand(newer.areasFile, 'publish', 'inventory', '--from', next)
  await runAreaCommand(newer.areasFile, 'pin', 'inventory', build)
  const ofList = (list: string, others: string) => (path: string) => (path === '/areas.json' ? list : others)
  const balancer = await startBalancer(ofList(older.url, newer.url))
  const at = (path: string) => `${balancer.url}${path}`
  const heading = page.getByRole('heading', { name: 'Medicines', exact: true })

  await test.step('a page that has the older list works with the scripts of the newer gateway', async () => {
    await page.goto(at('/medicines'))
    await submitLogin(page, admin)
    await expect(heading).toBeVisible()
  })

  const card = page.getByRole('main').getByRole('alert').filter({ hasText: 'Medicines is not available' })
  await test.step('one that has the newer list and asks the older gateway is a card, beside which one sells', async () => {
    balancer.choose(ofList(newer.url, older.url))
    await page.goto(at('/medicines'))
    await expect(card).toContainText('It could not be loaded. Everything else works.')
    await page.getByRole('link', { name: 'Sales', exact: true }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Medicines', exact: true }).click()
    await expect(card).toBeVisible()
  })

  await test.step('once both have one list it comes without a hand', async () => {
    await copyFile(newer.areasFile, older.areasFile)
    // As if the user returned to the tab; otherwise the list is read every minute.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(heading).toBeVisible()
    await expect(card).toHaveCount(0)
  })

  await page.goto('about:blank')
  balancer.close()
  await Promise.all([newer.stop(), older.stop()])
  await rm(next, { recursive: true })
})
