import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AreaRegistry, areaRegistrySchema } from '@mms/contracts'
import { expect, test } from 'vitest'
import { manifestOf } from '../../test/manifest.ts'
import { closing, startGateway, temporaryFolder } from '../../test/support.ts'

const manifest = manifestOf('inventory')
const files = {
  container: 'mms_area_inventory',
  entry: 'assets/entry.0123456789abcdef.js',
  definition: ['assets/area.js'],
  parts: { '/inventory': ['assets/page.js'] },
}

const palette = {
  actions: [{ label: 'Add', to: '/inventory/add' }],
  finds: [{ kind: 'Thing', ask: '/api/things?search=', label: ['name'], to: '/inventory/:_id' }],
}

/** Returns the registry entry of an area with this manifest. */
async function told(area: object) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'area.json'), JSON.stringify(area))
  const gateway = closing(await startGateway({ areas: async () => ({ inventory: folder }) }))
  const { body } = await gateway.get<AreaRegistry>('/areas.json')
  return areaRegistrySchema.parse(body).areas[0]?.manifest
}

test('tells what an area consists of and asks first, so that a page asks for all of it at once', async () => {
  const whole = { ...manifest, files, asks: { '/inventory': ['/api/medicines?limit=50'] }, palette }
  expect(await told(whole)).toEqual(whole)
})

test.each([
  { files: { ...files, entry: '../sales/entry.js' } },
  { files: { ...files, parts: { '/inventory': ['//elsewhere.example/x.js'] } } },
  { files: { ...files, container: 'fetch' } },
  { files: { parts: 'of another day' } },
  { asks: { '/inventory': ['//elsewhere.example/api/x'] } },
  { asks: { '/inventory': ['/api/%2e%2e/areas.json'] } },
  { asks: { '/inventory': ['/api/medicines?a=\u0000'] } },
  { asks: { '/inventory': ['/api/medicines/seed-sample-data'] } },
  { palette: { actions: [{ label: 'Away', to: '//elsewhere.example' }] } },
  { palette: { ...palette, finds: [{ ...palette.finds[0], ask: '/areas.json?search=' }] } },
])('tells nothing of what leaves its place, and the rest of the area: %j', async (more) => {
  expect(await told({ ...manifest, ...more })).toEqual(manifest)
})
