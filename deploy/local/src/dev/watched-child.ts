import { pathToFileURL } from 'node:url'
import { type Child, type ChildOptions, createChild } from '../process/child.ts'
import type { ChildPlan } from '../process/launch.ts'
import { watchFiles } from './watch-files.ts'

/** A request need not finish after its code has changed. */
const GRACE_MS = 1_000

const reporter = pathToFileURL(`${import.meta.dirname}/report-imports.ts`).href

/** A process that restarts on the same port when an imported file changes. */
export function createWatchedChild(plan: ChildPlan, options: ChildOptions): Child {
  const { print } = options
  const reporting = { ...plan, env: { ...plan.env, NODE_OPTIONS: `--import=${reporter}` } }
  const onMessage = (message: { type: string; file?: string }) => {
    if (message.type === 'imported' && message.file) files.add(message.file)
    else options.onMessage(message)
  }
  const create = () => createChild(reporting, { ...options, onMessage })

  const restart = async () => {
    if (stopping) return
    await child.stop(GRACE_MS)
    child = create()
    await child.start().then(
      () => print(`${plan.name} runs what was changed.`),
      (error: Error) => print(`${plan.name} cannot start: ${error.message}`),
    )
  }

  let child = create()
  let stopping = false
  let restarted = Promise.resolve()
  const files = watchFiles(() => {
    restarted = restarted.then(restart)
  })
  files.add(plan.file)

  return {
    start: () => child.start(),
    async stop(graceMs) {
      stopping = true
      files.close()
      await restarted
      await child.stop(graceMs)
    },
    replace: (onReady) => child.replace(onReady),
    kill: () => child.kill(),
    running: () => child.running(),
  }
}
