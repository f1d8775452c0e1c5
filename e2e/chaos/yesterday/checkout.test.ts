import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildYesterday, checkOutYesterday } from './checkout.ts'

test('old code finds old packages, and foreign ones', async () => {
  const release = await checkOutYesterday()
  const names = ['@mms/contracts', '@mms/service-kit', 'koa', 'undici']
  const script = `console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => import.meta.resolve(name))))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(release, 'services/sales'),
  })
  const [contracts, serviceKit] = JSON.parse(output.toString()) as string[]
  expect(contracts).toBe(`file://${release}/packages/contracts/src/index.ts`)
  expect(serviceKit).toBe(`file://${release}/packages/service-kit/src/index.ts`)
})

// Here beside other tests, so that the journeys which run them find them built.
test('the front ends are those of that release', async () => {
  const { shell, areas } = await buildYesterday()
  const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  expect(readFileSync(join(shell, 'index.html'), 'utf8')).toContain('<script')
  const { version } = readJson(join(shell, '../../package.json'))
  const versions = Object.values(areas).map((dist) => readJson(join(dist, 'area.json')).version)
  expect(versions).toEqual(Object.keys(areas).map(() => version))
})
