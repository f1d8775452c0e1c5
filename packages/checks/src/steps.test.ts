import { describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { chooseJourneys, findAffected } from './run/affected.ts'
import { stages, stagesFor } from './steps.ts'
import { findWorkspaces } from './workspaces.ts'

const affectedBy = (file: string) => findAffected([file], findWorkspaces(root))
const all = stages.flat().map(({ name }) => name)
const without = (...left: string[]) => all.filter((name) => !left.includes(name)).sort()

describe('the steps for a change in one place', () => {
  it.each([
    ['a page', 'mf-sales/src/sales-page.tsx', without('api', 'alarms', 'chaos', 'pods')],
    ['the shell', 'shell/src/start.tsx', without('api', 'alarms', 'chaos', 'pods')],
    ['a service', 'services/sales/src/app.ts', without('bundle')],
    ['components', 'packages/ui/src/index.ts', all.toSorted()],
    ['contracts', 'packages/contracts/src/money.ts', all.toSorted()],
    ['the lock file', 'package-lock.json', all.toSorted()],
  ])('%s: %s', (_, file, steps) => {
    const names = stagesFor(affectedBy(file)).flatMap((stage) => stage.map(({ name }) => name))
    expect(names.sort()).toEqual(steps)
  })

  it.each([
    ['mf-sales/src/sales-page.tsx', 'shared/sales', 'shared/sign-in-bad-line'],
    ['services/sales/src/app.ts', 'counter/offline', 'shared/alerts'],
    ['services/identity/src/app.ts', 'shared/sign-in-bad-line', 'shared/sales'],
    ['services/alerts/src/app.ts', 'shared/alerts', 'shared/sales'],
  ])('%s: journeys of its team alone, such as %s', (file, own, foreign) => {
    const chosen = chooseJourneys(root, affectedBy(file))
    expect(chosen).toContain(`e2e/journeys/${own}.spec.ts`)
    expect(chosen).not.toContain(`e2e/journeys/${foreign}.spec.ts`)
  })

  it.each(['shell/src/start.tsx', 'packages/ui/src/index.ts', 'packages/contracts/src/money.ts'])(
    '%s: all journeys',
    (file) => {
      const everything = chooseJourneys(root, { folders: [], everything: true })
      expect(chooseJourneys(root, affectedBy(file))).toEqual(everything)
    },
  )

  it('without an argument, each step once', () => {
    expect(all).toHaveLength(new Set(all).size)
  })
})
