import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyBuilt, expanded } from '../../../local/test/rollout/rollout.ts'
import { runIn } from '../../../local/test/suite-copy.ts'
import type { Deployable } from '../deployables.ts'
import { buildImage } from './images.ts'

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`Nothing was changed in ${file}.`)
  writeFileSync(file, after)
}

const MIGRATIONS = 'services/sales/src/migrations/list.ts'

/** The release after the next one takes away what the next one added and stopped to need. */
const contracted = (list: string) =>
  list.replace(
    '  baseline,',
    `  { name: '20991231000100_drop_till', up: (db) => db.schema.alterTable('transactions', (table) => table.dropColumn('till')) },
  baseline,`,
  )

/**
 * What each is rolled to, forward and back, where that is more than its next release and this one: of one service and one
 * area the release that is out, too.
 */
export const STEPS: Record<string, string[]> = {
  // The column that `next` adds is gone in `after`; what runs then is the release before both, and the next one.
  sales: ['previous', 'local', 'next', 'local', 'next', 'after', 'next'],
  gateway: ['files', 'next', 'files'],
  'mf-sales': ['previous-files', 'local', 'files', 'next', 'files'],
}

/** A copy of this repository as its next release: sales with a column more, an area and the shell with other texts. */
function makeNextRelease(): string {
  const copy = copyBuilt()
  edit(join(copy, MIGRATIONS), expanded)
  edit(join(copy, 'mf-sales/src/sales-page.tsx'), (page) => page.replace('Sales & ', 'Sales and '))
  edit(join(copy, 'shell/src/not-found/not-found-page.tsx'), (page) => page.replace(/title="/, 'title="So: '))
  runIn(copy, 'deploy/local/src/build.ts')
  runIn(copy, 'deploy/kubernetes/src/bundle/main.ts', 'sales', 'mf-sales', 'shell')
  return copy
}

/** The images that `STEPS` names. */
export async function buildNextRelease(deployables: Deployable[]): Promise<void> {
  const repository = makeNextRelease()
  const build = (name: string, tag: string, options = {}) =>
    buildImage(deployables.find((each) => each.name === name) as Deployable, { tag, ...options })
  for (const name of ['mf-sales', 'shell']) {
    const ofBoth = { repository, previous: `localhost/mms/${name}:local` }
    await build(name, 'files', { ...ofBoth, target: 'files' })
    await build(name, 'next', ofBoth)
  }
  for (const tag of ['files', 'next']) await build('gateway', tag)
  await build('sales', 'next', { repository })
  edit(join(repository, MIGRATIONS), contracted)
  runIn(repository, 'deploy/kubernetes/src/bundle/main.ts', 'sales')
  await build('sales', 'after', { repository })
}
