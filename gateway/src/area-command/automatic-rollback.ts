import type { Logger } from '@mms/service-kit'
import type { AreaList, PublishedArea } from '../areas/area-list.ts'
import { findWorse } from '../page-reports/compare.ts'
import { figuresOf } from '../page-reports/figures.ts'
import { CommandError, rollBack, settle } from './changes.ts'
import type { StoredList } from './stored-list.ts'

interface AutomaticRollbackOptions {
  areas: () => Promise<AreaList>
  /** Where the list is changed; in a cluster it is only read here, and ending a canary stays with people. */
  list: StoredList
  /** The numbers of this gateway. */
  expose: () => Promise<string>
  log: Logger
}

/** Ends each canary that is worse than the stable build, where it was begun with `--automatic`; otherwise changes nothing. */
export function createAutomaticRollback({ areas, list, expose, log }: AutomaticRollbackOptions) {
  /** Canaries that could not be ended, each said once. */
  const complained = new Set<string>()

  const end = async (name: string, build: string, why: string) => {
    const now = new Date()
    const at = now.toISOString()
    const entry = { at, who: 'automatic', area: name, command: `rollback ${name}`, why }
    await list.change(entry, (before) => {
      const area = before[name]
      if (typeof area !== 'object' || area.canary?.build !== build)
        throw new CommandError('It has ended already.')
      return { ...before, [name]: { ...settle(rollBack(area), now).area, ended: { build, at, why } } }
    })
    log.warn({ area: name, build, why }, `the canary ${build} of ${name} is worse and was ended: ${why}`)
  }

  const look = async (name: string, { stable, canary }: PublishedArea) => {
    if (!canary?.automatic) return
    const figures = figuresOf([await expose()], name)
    const why = findWorse(figures.get(canary.build), figures.get(stable)).join(', ')
    if (why === '') return
    await end(name, canary.build, why).catch((err: Error) => {
      const words = `the canary ${canary.build} of ${name} is worse and could not be ended: ${why}`
      if (!complained.has(words)) log.warn({ err, area: name }, words)
      complained.add(words)
    })
  }

  return async (): Promise<void> => {
    for (const [name, source] of Object.entries(await areas()))
      if (typeof source === 'object') await look(name, source)
  }
}
