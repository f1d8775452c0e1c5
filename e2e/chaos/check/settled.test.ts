import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '@mms/service-kit/random'
import { callerOf, type TestAnswer } from '@mms/service-kit/test-support'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseServer, openDatabaseServer } from '../stage/database-server.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { createFindings } from '../violations.ts'
import { type FeedFollower, followFeed } from '../work/feed-follower.ts'
import { readPending } from './books.ts'
import { checkFeeds, checkReadModel } from './check-feeds.ts'
import type { Patience } from './patience.ts'
import { type Feeds, readSettled, untilNothingPending } from './settled.ts'

// Real processes, on a machine that may be at work with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The services run; nobody breaks them here. */
let server: DatabaseServer
let stage: Stage
let findings: ReturnType<typeof createFindings>
let followers: FeedFollower[]

beforeAll(async () => {
  server = await openDatabaseServer('sqlite')
  const { report } = createFindings()
  stage = await openStage({ server, random: createRandom(1), report })
})

afterAll(async () => {
  await stage.close(false)
  await server.close()
})

const patient: Patience = { limitMs: 60_000, signal: new AbortController().signal, stop: () => {} }
const impatient: Patience = { limitMs: 0, signal: AbortSignal.abort(), stop: () => {} }

beforeEach(() => {
  findings = createFindings()
  followers = []
})

afterEach(async () => {
  stage.proxy.setWeather('clear')
  await Promise.all(followers.map((follower) => follower.stop()))
})

const salesUrl = () => stage.sales[0]?.url as string
const inventoryUrl = () => stage.inventory.url

function follow(name: string, url: () => string): FeedFollower {
  const follower = followFeed({
    name,
    url,
    token: () => stage.serviceToken('analytics'),
    report: findings.report,
  })
  followers.push(follower)
  return follower
}

async function addMedicine(): Promise<string> {
  const body = {
    name: 'Cetirizine',
    category: 'Vitamins',
    currentStock: 40,
    minStockLevel: 5,
    unitPrice: 9.5,
  }
  const added: TestAnswer<{ _id: string }> = await callerOf(inventoryUrl()).post('/api/medicines', {
    token: stage.userToken,
    body,
  })
  expect(added.status).toBe(201)
  return added.body._id
}

async function sell(medicineId: string): Promise<number> {
  const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 9.5 }
  return (await callerOf(salesUrl()).post('/api/transactions', { token: stage.userToken, body })).status
}

/** The feed of inventory, with something that happens at a look at what it has told. */
const watched = (follower: FeedFollower, onLook: (look: number) => void): FeedFollower => {
  let looks = 0
  return {
    get events() {
      looks += 1
      onLook(looks)
      return follower.events
    },
    stop: follower.stop,
  }
}

describe('the books', () => {
  test('are read when a late follower has heard the last event, and all have their position', async () => {
    const medicineId = await addMedicine()
    for (let sale = 0; sale < 3; sale += 1) expect(await sell(medicineId)).toBe(201)
    let asked = 0
    // Nobody else reads this feed: until the follower comes, no event of it has a position.
    const late = () => {
      asked += 1
      return asked <= 5 ? 'http://127.0.0.1:9' : salesUrl()
    }
    const feeds: Feeds = { inventory: follow('inventory', inventoryUrl), sales: follow('sales', late) }
    const { books, told } = await readSettled(stage, feeds, findings.report, patient)
    expect(books.salesOutbox.map(({ position }) => position)).toEqual(told.sales.map((_, index) => index + 1))
    expect(told.sales.length).toBeGreaterThanOrEqual(3)
    checkFeeds(told, books, findings.report)
    expect(findings.found).toEqual([])
  })

  test('are read when sales has heard of every medicine', async () => {
    stage.proxy.setWeather('cut')
    const medicineId = await addMedicine()
    const inventory = watched(follow('inventory', inventoryUrl), (look) => {
      if (look === 3) stage.proxy.setWeather('clear')
    })
    const feeds: Feeds = { inventory, sales: follow('sales', salesUrl) }
    const { books } = await readSettled(stage, feeds, findings.report, patient)
    expect(checkReadModel(books, findings.report)).toBe(0)
    expect(books.known.has(medicineId)).toBe(true)
  })

  test('are read again when something was written meanwhile', async () => {
    await addMedicine()
    const feeds = { inventory: follow('inventory', inventoryUrl), sales: follow('sales', salesUrl) }
    const before = await readSettled(stage, feeds, findings.report, patient)
    const inventory = watched(feeds.inventory, (look) => {
      if (look > 1) return
      const db = new DatabaseSync(stage.urls.inventory.slice('sqlite:'.length))
      db.exec(`insert into outbox (type, subject, data, time)
        select type, subject, data, time from outbox order by id desc limit 1`)
      db.close()
    })
    const after = await readSettled(stage, { ...feeds, inventory }, findings.report, patient)
    expect(after.books.inventoryOutbox.length).toBe(before.books.inventoryOutbox.length + 1)
    expect(after.told.inventory.length).toBe(before.told.inventory.length + 1)
  })

  test('are read as they are, and it is said what is missing, when they never come to rest', async () => {
    expect(await sell(await addMedicine())).toBe(201)
    const nowhere = () => 'http://127.0.0.1:9'
    const feeds: Feeds = { inventory: follow('inventory', inventoryUrl), sales: follow('sales', nowhere) }
    await readSettled(stage, feeds, findings.report, impatient)
    expect(findings.found).toEqual([
      { kind: 'never-at-rest', detail: expect.stringMatching(/sales told 0 of \d+ events/) },
    ])
  })
})

describe('what is pending', () => {
  test('is waited for', async () => {
    const medicineId = await addMedicine()
    stage.proxy.setWeather('cut')
    expect(await sell(medicineId)).toBe(202)
    stage.proxy.setWeather('clear')
    await untilNothingPending(stage, { since: performance.now(), patience: patient }, findings.report)
    expect(await readPending(stage)).toBe(0)
    expect(findings.found).toEqual([])
  })

  test('is told when it never ends', async () => {
    const medicineId = await addMedicine()
    stage.proxy.setWeather('cut')
    expect(await sell(medicineId)).toBe(202)
    await untilNothingPending(stage, { since: performance.now(), patience: impatient }, findings.report)
    expect(findings.found).toEqual([
      { kind: 'still-pending', detail: expect.stringContaining('1 transactions') },
    ])
  })
})
