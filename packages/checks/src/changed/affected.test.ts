import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findWorkspaces } from '../workspaces.ts'
import { findAffected } from './affected.ts'

const affected = (...changed: string[]) => findAffected(changed, findWorkspaces(root))

describe('what a change can break', () => {
  it.each([
    ['an area', 'mf-sales/src/area.ts', ['mf-sales']],
    ['a service', 'services/sales/src/app.ts', ['services/sales']],
    ['nothing, by a document', 'services/sales/README.md', []],
  ])('%s alone', (_, file, folders) => {
    expect(affected(file)).toEqual({ folders, everything: false })
  })

  it('all that depends on a package, over other packages too', () => {
    expect(affected('packages/ui/src/index.ts').folders).toEqual(
      expect.arrayContaining(['mf-alerts', 'mf-analytics', 'mf-inventory', 'mf-sales', 'shell']),
    )
    expect(affected('packages/contracts/src/money.ts').folders).toEqual(
      expect.arrayContaining(['services/sales', 'gateway', 'mf-sales', 'packages/sdk', 'e2e']),
    )
  })

  it.each(['package-lock.json', 'tsconfig.json', 'deploy/services.json', '.ci/run'])(
    'everything, by %s',
    (file) => {
      expect(affected('mf-sales/src/area.ts', file).everything).toBe(true)
    },
  )
})
