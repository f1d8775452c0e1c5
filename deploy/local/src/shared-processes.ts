import { join } from 'node:path'
import { MACHINE } from './plan.ts'
import type { ChildPlan, ProgramPlan } from './process/launch.ts'

/** Programs for a sale. Reports and forecasts take seconds and block whatever shares their process. */
const TILL = new Set(['gateway', 'identity', 'inventory', 'sales'])

/** The environment holds only machine settings; each program has its own. */
function planShared(root: string, name: string, programs: ProgramPlan[]): ChildPlan {
  const env = Object.entries(programs[0]?.env ?? {}).filter(([setting]) => MACHINE.test(setting))
  return {
    name,
    file: join(root, 'deploy/local/src/together/main.ts'),
    env: Object.fromEntries(env),
    programs,
  }
}

export function shareProcesses(root: string, plans: ChildPlan[]): ChildPlan[] {
  const { till = [], office = [] } = Object.groupBy(plans, ({ name }) => (TILL.has(name) ? 'till' : 'office'))
  const shared = [planShared(root, 'office', office), planShared(root, 'till', till)]
  return shared.filter(({ programs = [] }) => programs.length > 0)
}
