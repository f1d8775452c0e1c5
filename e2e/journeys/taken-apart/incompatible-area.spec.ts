import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAreaSource } from '../../suite/area-source.ts'
import { distOf } from '../../suite/suite.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('an area that needs a newer sdk is refused before any of its code is fetched', async ({
  page,
  suite,
}) => {
  const dist = await mkdtemp(join(tmpdir(), 'mms-area-'))
  await cp(distOf('inventory'), dist, { recursive: true })
  const manifest = JSON.parse(await readFile(join(dist, 'area.json'), 'utf8'))
  manifest.requires.sdk = '^99.0.0'
  await writeFile(join(dist, 'area.json'), JSON.stringify(manifest))
  const source = await startAreaSource(dist)
  await suite.setAreas({ inventory: source.origin })

  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await enter(page)
  const card = page.getByRole('main').getByRole('alert').filter({ hasText: 'Medicines is not available' })
  await expect(card).toContainText('^99.0.0 of sdk')
  await page.getByRole('link', { name: 'Medicines', exact: true }).click()
  await expect(page).toHaveURL('/medicines')
  await expect(card).toContainText('^99.0.0 of sdk')
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card).toContainText('^99.0.0 of sdk')
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()

  expect(fetched.filter((path) => path.startsWith('/areas/'))).toEqual([])
  expect([...new Set(source.asked)]).toEqual(['/area.json'])
  source.close()
  await rm(dist, { recursive: true })
})
