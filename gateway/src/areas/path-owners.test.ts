import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AreaRegistry } from '@mms/contracts'
import { expect, test } from 'vitest'
import { manifestOf } from '../../test/manifest.ts'
import { closing, startGateway, temporaryFolder } from '../../test/support.ts'

async function writeArea(name: string, routes: string[]): Promise<string> {
  const dist = await temporaryFolder()
  await writeFile(join(dist, 'area.json'), JSON.stringify(manifestOf(name, { routes })))
  return dist
}

test('refuses the area that wants a page of another, and says whose it is, once', async () => {
  const sales = await writeArea('sales', ['/sales', '/sales/:id'])
  const greedy = await writeArea('greedy', ['/greedy', '/sales/:name'])
  let sources: Record<string, string> = { sales, greedy }
  const gateway = closing(await startGateway({ areas: async () => sources }))
  const known = async () => {
    const { areas } = (await gateway.get<AreaRegistry>('/areas.json')).body
    return areas.filter(({ manifest }) => manifest !== null).map(({ name }) => name)
  }
  expect(await known()).toEqual(['sales'])
  expect(await known()).toEqual(['sales'])
  const warnings = gateway.lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  expect(warnings).toEqual(['the area greedy is refused: /sales/:name is a path of sales'])
  // Without the first area its path is free.
  sources = { greedy }
  expect(await known()).toEqual(['greedy'])
})
