import { MAX_PAGE_SIZE } from '@mms/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oddKeys } from './odd-keys.ts'
import { type List, openStage, type Stage } from './stage.ts'

/** More pages than any list has here. */
const MOST_PAGES = 500

interface Page {
  status: number
  rows: unknown[]
  next: string | undefined
  text: string
}

async function ask({ url, token, query }: List, after: string | undefined, limit: number): Promise<Page> {
  const asked = new URLSearchParams({ ...query, limit: String(limit), ...(after !== undefined && { after }) })
  const answer = await fetch(`${url}?${asked}`, { headers: { authorization: `Bearer ${token()}` } })
  const text = await answer.text()
  const body: unknown = answer.status === 200 ? JSON.parse(text) : undefined
  const inner = body as { next?: string | null } | undefined
  const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  const linked = link && new URL(link, url).searchParams.get('after')
  const rows = Array.isArray(body) ? body : Object.values(body ?? {}).find(Array.isArray)
  return { status: answer.status, rows: rows ?? [], next: linked ?? inner?.next ?? undefined, text }
}

describe.each(['sqlite', 'mariadb'] as const)('cursors on %s', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.close())

  test('finds the lists that page', () => {
    const paths = stage.lists.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        ...[
          '/api/medicines',
          '/api/medicines/history',
          '/api/users/history',
          '/api/transactions',
          '/api/alerts',
        ],
        ...['/internal/medicines', '/internal/transactions', '/internal/alerts'],
      ]),
    )
  })

  test('a list is walked to its end in pages, and no row comes twice', async () => {
    for (const list of stage.lists) {
      const seen: string[] = []
      let after: string | undefined
      let pages = 0
      do {
        const page = await ask(list, after, MAX_PAGE_SIZE)
        expect([list.path, page.status, page.text.slice(0, 200)]).toEqual([list.path, 200, expect.anything()])
        seen.push(...page.rows.map((row) => JSON.stringify(row)))
        after = page.next
        pages += 1
      } while (after !== undefined && pages < MOST_PAGES)
      expect([list.path, after, seen.length]).toEqual([list.path, undefined, new Set(seen).size])
    }
  })

  test('a cursor of another century, beyond what dates and numbers can be, or of no form is 200 or 400', async () => {
    const wrong: string[] = []
    for (const list of stage.lists) {
      const learnt = (await ask(list, undefined, 1)).next
      for (const key of oddKeys(learnt)) {
        const page = await ask(list, Buffer.from(key).toString('base64url'), 2)
        if (page.status !== 200 && page.status !== 400)
          wrong.push(`${list.path} ${key.slice(0, 80)}: ${page.status} ${page.text}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('a cursor of a feed that is another century’s, or beyond its end, is refused or waits', async () => {
    const positions = [
      '0',
      '1',
      '9007199254740991',
      '9007199254740993',
      '9223372036854775808',
      '9'.repeat(60),
    ]
    const wrong: string[] = []
    for (const { name, url } of stage.services) {
      const get = async (query: string) => {
        const headers = { authorization: `Bearer ${stage.serviceToken()}` }
        const answer = await fetch(`${url}/internal/feed?limit=1${query}`, { headers })
        return { status: answer.status, body: (await answer.json()) as { id?: string }[] }
      }
      const first = await get('')
      if (first.status === 404) continue
      const epoch = first.body[0]?.id?.split('.')[0] ?? 'x'
      for (const position of [
        ...positions,
        ...['-1', '1.5', '1e9', '1926-11-25', '275760-09-13T00:00:00Z', ''],
      ]) {
        const { status } = await get(`&lastEventId=${encodeURIComponent(`${epoch}.${position}`)}`)
        if (![200, 400, 410].includes(status)) wrong.push(`${name} ${position}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
