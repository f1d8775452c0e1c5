import { existsSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../config.ts'
import { type Child, type ChildOptions, createChild } from '../process/child.ts'
import type { ChildPlan } from '../process/launch.ts'

/** Short, because requests to old code need not finish. */
const GRACE_MS = 1_000
/** Time without changes before a restart: editors write a file in steps, and refactorings write many files. */
const QUIET_MS = 100

const kits = ['contracts', 'forecast', 'medicine-search', 'service-kit']
  .map((name) => join(root, 'packages', name, 'src'))
  .filter((folder) => existsSync(folder))

/** Restarts a process on the same port when a source of its folder or of a kit changes. */
export function createWatchedChild(plan: ChildPlan, options: ChildOptions, folders = kits): Child {
  const { print } = options
  let child = createChild(plan, options)
  let isStopping = false
  let restarted = Promise.resolve()
  let quiet: NodeJS.Timeout | undefined

  const restart = async () => {
    if (isStopping) return
    await child.stop(GRACE_MS)
    child = createChild(plan, options)
    await child.start().then(
      () => print(`${plan.name} runs what was changed.`),
      (error: Error) => print(`${plan.name} cannot start: ${error.message}`),
    )
  }
  const onChange = (file: string | null) => {
    if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      restarted = restarted.then(restart)
    }, QUIET_MS)
  }
  const watchers = [dirname(plan.file), ...folders].map((folder) =>
    watch(folder, { recursive: true }, (_, file) => onChange(file)),
  )

  return {
    start: () => child.start(),
    async stop(graceMs) {
      isStopping = true
      clearTimeout(quiet)
      for (const watcher of watchers) watcher.close()
      await restarted
      await child.stop(graceMs)
    },
    replace: (onReady) => child.replace(onReady),
    kill: () => child.kill(),
    running: () => child.running(),
  }
}
