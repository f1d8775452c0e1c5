import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { writeAreasFile } from './front-ends.ts'

afterAll(cleanUp)

const built = { sales: '/srv/mf-sales/dist', alerts: '/srv/mf-alerts/dist' }
const published = { source: '/srv/areas/sales', builds: [], stable: 'b1' }

function write(before?: string) {
  const folder = temporaryFolder()
  const file = join(folder, 'areas.json')
  if (before !== undefined) writeFileSync(file, before)
  const lines: string[] = []
  writeAreasFile(file, built, (line) => lines.push(line))
  expect(readdirSync(folder)).toEqual(['areas.json'])
  return { areas: JSON.parse(readFileSync(file, 'utf8')), lines }
}

test('names the builds of this repository', () => {
  expect(write()).toEqual({ areas: built, lines: [] })
  expect(write(JSON.stringify({ sales: '/old/dist', gone: '/gone' }))).toEqual({ areas: built, lines: [] })
})

test('leaves an area whose builds were published, and says so', () => {
  const { areas, lines } = write(JSON.stringify({ ...built, sales: published }))
  expect(areas).toEqual({ ...built, sales: published })
  expect(lines).toEqual([
    'The area sales stays at the build that was published. For the one of this release: npm run area -- publish sales --from /srv/mf-sales/dist, then pin it.',
  ])
})

const spoilt = ['', '{"sales": {"source"', 'null', '[]', '{"sales": null}']
test.each(spoilt)('starts after a power cut left %j', (text) => {
  expect(write(text)).toEqual({ areas: built, lines: [] })
})
