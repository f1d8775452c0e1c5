import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildYesterday, checkOutYesterday } from '../../../../e2e/chaos/yesterday/checkout.ts'
import { copyFrontEnd } from '../bundle/front-end.ts'
import { bundleServer } from '../bundle/server.ts'
import { bundles, type Deployable, root } from '../deployables.ts'
import { buildImage } from './images.ts'
import { folder } from './podman.ts'

/** What the images hold beside it is not what is tried: it is this release's. */
function beginBundle(repository: string, name: string): string {
  const bundle = join(bundles.replace(root, repository), name)
  mkdirSync(bundle, { recursive: true })
  for (const file of ['sbom.cdx.json', 'licences.txt']) cpSync(join(bundles, name, file), join(bundle, file))
  return bundle
}

/** Takes it from the history and builds its front ends, where packages can be fetched. Later calls find it. */
export async function prepareRelease(): Promise<{ services: string; area: string }> {
  const [services, { areas }] = [await checkOutYesterday(), await buildYesterday()]
  return { services, area: join(areas.sales as string, '..') }
}

/**
 * The images of the release that is out, made as those of this one are: sales, and mf-sales; and of this release's mf-sales
 * one with the files of both that gives the pages of the previous one, and one that gives its own.
 */
export async function buildPreviousRelease(deployables: Deployable[]): Promise<void> {
  const { services, area } = await prepareRelease()
  const repository = join(folder, 'previous')
  const [sales, mfSales] = ['sales', 'mf-sales'].map(
    (wanted) => deployables.find(({ name }) => name === wanted) as Deployable,
  ) as [Deployable, Deployable]

  const sources = join(services, 'services/sales')
  const { version } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8')) as { version: string }
  const app = join(beginBundle(repository, 'sales'), 'app')
  await bundleServer({ ...sales, version, folder: relative(root, sources) }, app, '*main.ts')
  await buildImage(sales, { tag: 'previous', repository })

  const bundle = beginBundle(repository, 'mf-sales')
  cpSync(join(bundles, 'mf-sales/app'), join(bundle, 'app'), { recursive: true })
  copyFrontEnd({ ...mfSales, folder: relative(root, area) }, join(bundle, 'srv'))
  await buildImage(mfSales, { tag: 'previous', repository })
  const previous = 'localhost/mms/mf-sales:previous'
  await buildImage(mfSales, { tag: 'previous-files', previous, target: 'files' })
  await buildImage(mfSales, { tag: 'local', previous })
}
