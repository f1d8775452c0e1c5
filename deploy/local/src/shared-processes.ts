import { join } from 'node:path'
import { MACHINE } from './plan.ts'
import type { ChildPlan, ProgramPlan } from './process/launch.ts'

/** What a sale needs. A report or forecasts of a year take seconds, and keep whatever shares their process waiting. */
const TILL = new Set(['gateway', 'identity', 'inventory', 'sales'])

/** In one process, whose environment has what the machine gives and none of their settings. */
function planShared(root: string, name: string, programs: ProgramPlan[]): ChildPlan {
  const env = Object.entries(programs[0]?.env ?? {}).filter(([setting]) => MACHINE.test(setting))
  return {
    name,
    file: join(root, 'deploy/local/src/together/main.ts'),
    env: Object.fromEntries(env),
    programs,
  }
}

/** All programs in two processes: `office`, and `till` with the gateway as the last. */
export function shareProcesses(root: string, plans: ChildPlan[]): ChildPlan[] {
  const { till = [], office = [] } = Object.groupBy(plans, ({ name }) => (TILL.has(name) ? 'till' : 'office'))
  const shared = [planShared(root, 'office', office), planShared(root, 'till', till)]
  return shared.filter(({ programs = [] }) => programs.length > 0)
}
