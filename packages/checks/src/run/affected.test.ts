import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { findWorkspaces } from '../workspaces.ts'
import { affectsBrowsers, affectsChaos, chooseJourneys, findAffected } from './affected.ts'

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

  it('the stock under faults, and what browsers download', () => {
    expect(
      ['services/sales/src/app.ts', 'mf-sales/src/area.ts'].map((file) => affectsChaos(affected(file))),
    ).toEqual([true, false])
    expect(
      ['mf-sales/src/area.ts', 'services/sales/src/app.ts'].map((file) => affectsBrowsers(affected(file))),
    ).toEqual([true, false])
  })
})

describe('which journeys a change can break', () => {
  const files = {
    'e2e/journeys/shared/alerts.spec.ts': '',
    'e2e/journeys/counter/selling.spec.ts': '',
    'e2e/journeys/shared/sign-in.spec.ts': '',
    CODEOWNERS: `
/mf-sales/                  @x/team-sales
/e2e/journeys/counter/      @x/team-sales
/e2e/journeys/shared/alerts*   @x/team-alerts`,
  }
  let repository: string

  beforeAll(() => {
    repository = mkdtempSync(join(tmpdir(), 'journeys-'))
    for (const [file, source] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, file)), { recursive: true })
      writeFileSync(join(repository, file), source)
    }
  })

  afterAll(() => rmSync(repository, { recursive: true }))

  const chosen = (folders: string[], everything = false) =>
    chooseJourneys(repository, { folders, everything }).map((file) => file.split('/').at(-1))

  it('those of the team of its domain', () => {
    expect(chosen(['mf-sales'])).toEqual(['selling.spec.ts'])
    expect(chosen(['services/alerts'])).toEqual(['alerts.spec.ts'])
    expect(chosen([])).toEqual([])
  })

  it('all, where it is in the suite below them', () => {
    const all = ['selling.spec.ts', 'alerts.spec.ts', 'sign-in.spec.ts']
    expect(chosen(['mf-sales', 'shell'])).toEqual(all)
    expect(chosen([], true)).toEqual(all)
  })
})
