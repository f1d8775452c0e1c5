import { once } from 'node:events'
import { main, shareProcess } from '@mms/service-kit'
import { FIRST_LOG_DESCRIPTOR, type ProgramPlan } from '../process/launch.ts'

/** Runs in one process all programs that the supervisor names, each with its own settings and log. */
await main(async () => {
  const [{ programs }] = (await once(process, 'message')) as [{ programs: ProgramPlan[] }]
  await shareProcess(
    programs.map(({ name, file, env }, at) => ({
      name,
      env,
      logTo: FIRST_LOG_DESCRIPTOR + at,
      start: () => import(file),
    })),
  )
})
